/** The code that confirms an e-mail address, where scripts run: it is checked at its last digit, and another is offered after a minute. */
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, fillData } from './flow.ts';

// The clock of its pages is turned.
test.use({ ownBrowser: true });

test('the sixth digit is enough, a wrong code is told at once, and another code can be had after a minute', async ({
  page,
  code,
}) => {
  const email = newEmail('cifre');
  await page.clock.install();
  await page.goto('/segnalazione');
  await acceptPrivacy(page);
  await fillData(page, email);
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await expect(page.locator('#otp')).toBeFocused();
  await expect(page.getByText(/Puoi chiedere un altro codice tra \d+\ssecondi/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invia un altro codice' })).toHaveCount(0);
  await page.clock.fastForward('01:00');
  await expect(page.getByRole('button', { name: 'Invia un altro codice' })).toBeVisible();

  const sent = await code(email);
  const wrong = sent === '000000' ? '111111' : '000000';
  await page.locator('#otp').pressSequentially(wrong);
  await expect(page.locator('#otp-errore')).toContainText('non è valido');
  await page.locator('#otp').fill('');
  await page.locator('#otp').pressSequentially(`${sent.slice(0, 3)} ${sent.slice(3)}`);
  await expect(page.locator('[data-confermata]')).toBeFocused();
});
