/** The frequent questions: found by group, by search, and by the address of an answer. */
import { expect, test } from './fixtures.ts';

test('a citizen finds the answer about paying by searching, and an address with an anchor opens its answer', async ({
  page,
  accessible,
}) => {
  const main = page.getByRole('main');
  await page.goto('/informazioni/faq');
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Pagamenti');
  await expect(page.getByText('il codice avviso ha 18 cifre')).toBeHidden();
  await accessible(page, 'frequent questions');
  await page.getByLabel('Cerca nelle domande').fill('Rate');
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page).toHaveURL(/\?cerca=Rate$/);
  await expect(page.getByText('Il piano vale quando l’ufficio accetta.')).toBeVisible();
  await expect(page.getByText('Quali file posso allegare?')).toHaveCount(0);
  await accessible(page, 'answers found');
  await page.getByLabel('Cerca nelle domande').fill('<b>zebra');
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Nessuna risposta per «<b>zebra»');
  await page.goto('/informazioni/faq#dove-trovo-il-codice');
  await expect(page.getByText('il codice avviso ha 18 cifre')).toBeVisible();
});
