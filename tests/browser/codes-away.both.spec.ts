/** What a citizen reads who asks for a code while the portal's mail server does not answer. */
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, confirmEmail, expectAllWritten, fillData } from './flow.ts';

test('a code that cannot be sent is told beside its button, with what was typed, and arrives once mail works again', async ({
  page,
  smtp,
  code,
  expected,
  accessible,
  javaScriptEnabled,
}) => {
  expected.errors.push(/status of 503/);
  const email = newEmail('assente');
  await page.goto('/segnalazione');
  await acceptPrivacy(page);
  await fillData(page, email);
  smtp.behave('silent');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST' && response.status() >= 400),
    page.getByRole('button', { name: 'Invia il codice' }).click(),
  ]);
  expect([answer.status(), answer.headers()['retry-after']]).toEqual([503, '60']);
  await expect(page.locator('form').getByText('non riusciamo a inviare il codice').first()).toBeVisible();
  await expectAllWritten(page, email);
  await accessible(page, 'code not sent');

  smtp.behave('well');
  await confirmEmail(page, { email, code, scripted: javaScriptEnabled !== false });
});

test.afterEach(({ smtp }) => smtp.behave('well'));
