/** A login that ends while a form is being filled takes nothing of what was typed with it. */

import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { acceptPrivacy, attachFiles, goToSummary, pdfFile, pressSend } from './flow.ts';
import { followRichiesta, sendFromSummary } from './richieste-flow.ts';
import { changeStore } from './store.ts';

test('a citizen who goes on in a form after the login has ended logs in again, and finds what they typed where they were', async ({
  page,
  house,
  accessible,
  expected,
}) => {
  expected.errors.push(/401/);
  await logIn(page, 'luca', '/segnalazione');
  await acceptPrivacy(page);
  await page.getByLabel('Titolo').fill('Scritto prima che finisse');
  await page.getByLabel('Dettagli').fill('Una lunga descrizione.');
  changeStore(house, 'update accessi set ultimo = 0');

  await page.getByRole('button', { name: /^Salva/ }).click();
  await expect(page.getByText('La sessione è scaduta')).toBeVisible();
  await accessible(page, 'saved after the login has ended');

  await page.getByRole('button', { name: 'Entra con SPID' }).click();
  await page.getByRole('button', { name: 'Entra come Luca' }).click();
  await expect(page).toHaveURL(/\/segnalazione\?passo=dati/);
  await expect(page.getByLabel('Titolo')).toHaveValue('Scritto prima che finisse');
  await expect(page.getByLabel('Dettagli')).toHaveValue('Una lunga descrizione.');
  await expect(page.getByLabel('Nome', { exact: false }).first()).not.toBeEditable();
});

test('a request about documents leads to the login after it has ended, and keeps what was typed', async ({
  page,
  house,
  expected,
}) => {
  expected.errors.push(/40[14]/);
  const path = '/servizio/riesame/Rifiuti%20TARI/BS-100101-01';
  await logIn(page, 'mario', path);
  await acceptPrivacy(page);
  await page.locator('#fatti').fill('Scritto prima che finisse');
  changeStore(house, 'update accessi set ultimo = 0');

  await page.getByRole('button', { name: /^Salva/ }).click();
  await expect(page).toHaveURL(/\/login\?state=scaduto/);
  await expect(page.getByRole('main')).not.toContainText('93,20');

  await logIn(page, 'mario', `${path}?passo=dati`);
  await expect(page.locator('#fatti')).toHaveValue('Scritto prima che finisse');
});

test('a request whose login ends on its summary leads to the login; after it the citizen sends it with its file', async ({
  page,
  house,
  expected,
  javaScriptEnabled,
}) => {
  expected.errors.push(/40[14]/);
  const scripted = javaScriptEnabled !== false;
  const path = '/servizio/riesame/Rifiuti%20TARI/BS-100101-02';
  await logIn(page, 'mario', `${path}?passo=privacy`);
  await acceptPrivacy(page);
  await page.getByLabel('Motivo').selectOption('altro');
  await page.locator('#fatti').fill('Scritto prima che finisse');
  await page.locator('#telefono').fill('333 1234567');
  await attachFiles(page, pdfFile('ricevuta.pdf'), scripted);
  await expect(page.getByRole('button', { name: 'Togli ricevuta.pdf' })).toBeVisible();
  await goToSummary(page);
  changeStore(house, 'update accessi set ultimo = 0');

  await pressSend(page, scripted);
  await expect(page).toHaveURL(/\/login\?state=scaduto/);

  await logIn(page, 'mario', `${path}?passo=riepilogo`);
  await expect(page.getByRole('main')).toContainText('Scritto prima che finisse');
  await expect(page.getByRole('main')).toContainText('ricevuta.pdf');
  await sendFromSummary(page, scripted);
  await followRichiesta(page);
});

test('a page of the area whose login has ended leads to the login, and back to itself', async ({ page, house }) => {
  await logIn(page, 'mario', '/area-riservata?scheda=documenti');
  changeStore(house, 'update accessi set ultimo = 0');
  await page
    .getByRole('navigation', { name: "Sezioni dell'area riservata" })
    .getByRole('link', { name: 'Scadenze' })
    .click();
  await expect(page).toHaveURL(/\/login\?state=scaduto&da=/);
  await expect(page.getByRole('main')).not.toContainText('BS-100101');
  await page.getByRole('button', { name: 'Entra con SPID' }).click();
  await page.getByRole('button', { name: 'Entra come Mario' }).click();
  await expect(page).toHaveURL(/\/area-riservata\?scheda=scadenze$/);
});
