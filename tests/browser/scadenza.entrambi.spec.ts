/** A login that ends while a form is being filled takes nothing of what was typed with it. */

import { entra } from './accesso.ts';
import { cambia } from './archivio.ts';
import { expect, test } from './fixtures.ts';
import { viva } from './passi.ts';

test('who goes on in a form after the login has ended finds what was typed, and after logging in again', async ({
  page,
  house,
  accessible,
  expected,
  javaScriptEnabled,
}) => {
  expected.errors.push(/401/);
  await entra(page, 'luca', '/segnalazione');
  if (javaScriptEnabled !== false) await viva(page);
  await page.getByLabel(/informativa sulla privacy/).check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=dati/);
  await page.getByLabel('Titolo').fill('Scritto prima che finisse');
  await page.getByLabel('Dettagli').fill('Una lunga descrizione.');
  cambia(house, 'update accessi set ultimo = 0');

  await page.getByRole('button', { name: /^Salva/ }).click();
  await page.getByRole('button', { name: 'No, finché chiudo il browser' }).click();
  await expect(page.getByText('La ritrovi in questa pagina')).toBeVisible();
  await expect(page.getByLabel('Titolo')).toHaveValue('Scritto prima che finisse');
  await accessible(page, 'saved after the login has ended');

  await entra(page, 'luca', '/segnalazione');
  await page.getByRole('button', { name: 'Riprendi' }).click();
  await expect(page.getByLabel('Titolo')).toHaveValue('Scritto prima che finisse');
  await expect(page.getByLabel('Dettagli')).toHaveValue('Una lunga descrizione.');
  await expect(page.getByLabel('Nome', { exact: false }).first()).not.toBeEditable();
});

test('a page of the area whose login has ended leads to the login, and back to itself', async ({ page, house }) => {
  await entra(page, 'mario', '/area-riservata?scheda=documenti');
  cambia(house, 'update accessi set ultimo = 0');
  await page
    .getByRole('navigation', { name: "Sezioni dell'area riservata" })
    .getByRole('link', { name: 'Scadenze' })
    .click();
  await expect(page).toHaveURL(/\/login\?da=/);
  await expect(page.getByRole('main')).not.toContainText('BS-100101');
  await page.getByRole('button', { name: 'Entra con SPID' }).click();
  await page.getByRole('button', { name: 'Entra come Mario' }).click();
  await expect(page).toHaveURL(/\/area-riservata\?scheda=scadenze$/);
});
