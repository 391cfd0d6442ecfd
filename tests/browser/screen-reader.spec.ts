/** What assistive technology meets in fields, where the screen shows nothing of it. */
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { openData } from './flow.ts';

test('the count of letters left stands once among the texts of the page, and in the description of its field', async ({
  page,
}) => {
  await openData(page);
  const area = page.getByLabel('Dettagli');
  await expect(area).toHaveAccessibleDescription(/Puoi scrivere ancora 2000 caratteri$/);
  await expect(page.getByText('Puoi scrivere ancora 2000 caratteri')).toBeVisible();
  await area.fill('Una buca');
  await expect(area).toHaveAccessibleDescription(/Puoi scrivere ancora 1992 caratteri$/);
  // Said aloud after a pause.
  const said = page.locator('[aria-live="polite"]').filter({ hasText: '1992' });
  await expect(said).toHaveText('Puoi scrivere ancora 1992 caratteri');
  expect((await page.locator('main').ariaSnapshot()).match(/Puoi scrivere ancora/g)).toHaveLength(1);
});

test('an address of one line lets the browser fill in its first line', async ({ page }) => {
  await logIn(page, 'giulia', '/area-riservata/profilo-utente');
  await expect(page.getByLabel('Indirizzo')).toHaveAttribute('autocomplete', 'address-line1');
  await page.goto('/servizio/allacciamento-lampade-votive');
  await page.getByLabel(/informativa sulla privacy/).check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByLabel('Via e numero civico')).toHaveAttribute('autocomplete', 'address-line1');
});
