/** The pictures of problems, by which a citizen says the type of a report, with and without scripts. */
import { expect, newEmail, test } from './fixtures.ts';
import { goToSummary, openData, openReadyBozza } from './flow.ts';

test('a picture is the type of the report, and the summary names both', async ({ page, house, smtp, accessible }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('figura'), 'dati');
  await expect(page.getByRole('radio', { name: 'Altro' })).toBeChecked();
  await expect(page.getByLabel('Tipo di disservizio')).toBeVisible();
  await page.getByRole('radio', { name: 'Rifiuti abbandonati' }).check();
  await expect(page.getByLabel('Tipo di disservizio')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Chiama il 112' })).toBeHidden();
  await page.getByRole('radio', { name: 'Buca o strada rovinata' }).check();
  await expect(page.getByRole('link', { name: 'Chiama il 112' })).toBeVisible();
  await accessible(page, 'a picture');
  await goToSummary(page);
  await expect(page.getByText('Buca o strada rovinata (Strade, parcheggi e mobilità)')).toBeVisible();
});

test('without a picture and a type the list opens with its error, and choosing a picture is enough', async ({
  page,
}) => {
  await openData(page);
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: 'Scegli il tipo di segnalazione.' })).toHaveAttribute('href', '#codice');
  await expect(page.locator('#codice')).toBeVisible();
  await page.getByRole('radio', { name: 'Lampione spento' }).check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi il tuo nome.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Scegli il tipo di segnalazione.' })).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Lampione spento' })).toBeChecked();
});

test('a picture that the chosen municipality does not take is told, with its type in the open list', async ({
  page,
  house,
  smtp,
  javaScriptEnabled,
}) => {
  await openReadyBozza(page, { house, smtp }, newEmail('verde'), 'dati');
  await page.getByRole('radio', { name: 'Verde e alberi' }).check();
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Collelume' });
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.locator('#codice-errore')).toContainText('Il Comune di Collelume non riceve online');
  await expect(page.getByRole('radio', { name: 'Altro' })).toBeChecked();
  await expect(page.getByLabel('Tipo di disservizio')).toHaveValue('SF420');
  if (javaScriptEnabled === false) return;
  await page.getByRole('radio', { name: 'Rifiuti abbandonati' }).check();
  // Of a municipality that takes it, there are all pictures.
  await expect(page.getByRole('radio', { name: 'Verde e alberi' })).toHaveCount(0);
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  await expect(page.getByRole('radio', { name: 'Verde e alberi' })).toBeVisible();
});
