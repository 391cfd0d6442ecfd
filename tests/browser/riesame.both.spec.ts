/** A review: asked for with the two codes or from one's own area, decided by an operator, seen in the documents. */
import { logIn, logOut } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, attachFiles, goToSummary, pdfFile } from './flow.ts';
import {
  chooseDecisione,
  fillRichiedente,
  followRichiesta,
  GO_FORWARD,
  operatorePath,
  sendDecisione,
  sendFromSummary,
  typeCodici,
} from './richieste-flow.ts';
import { changeStore } from './store.ts';

test.beforeEach(({ house }) => {
  changeStore(house, 'update richieste_documenti set aperta = 0');
  changeStore(house, 'delete from concessioni');
  changeStore(house, "update documenti set stato = 'da_pagare' where numero = 'CL-500505-01'");
});

test('a guest asks for a review with proofs; accepted, the document is annulled and says so', async ({
  page,
  house,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await page.goto('/servizio/riesame');
  await typeCodici(page, { utente: 'CL-500505', controllo: 'T9W5KB' });
  await page.getByLabel(/CL-500505-01/).check();
  await accessible(page, 'documents to choose from');
  await page.getByRole('button', { name: GO_FORWARD }).click();

  await expect(page).toHaveURL(/\/servizio\/riesame\/TARMB\/CL-500505-01(\?passo=privacy)?$/);
  await acceptPrivacy(page);
  await page.getByRole('button', { name: 'Avanti' }).click();
  for (const parole of ['Scegli il motivo della richiesta.', /^Allega almeno un file che dimostri/])
    await expect(page.getByRole('link', { name: parole })).toBeVisible();
  await accessible(page, 'nothing filled in');
  await page.locator('#motivo').selectOption('gia_pagato');
  await page.locator('#fatti').fill('Ho pagato il 3 marzo.');
  await attachFiles(page, pdfFile('ricevuta.pdf'), scripted);
  await fillRichiedente(page, { email: newEmail('riesame'), code, scripted });

  // The hour of the codes goes by: they are asked for again, and what was typed is there.
  changeStore(house, 'delete from concessioni');
  await page.goto('/servizio/riesame/TARMB/CL-500505-01?passo=dati');
  await typeCodici(page, { utente: 'CL-500505', controllo: 'T9W5KB' });
  await expect(page.locator('#fatti')).toHaveValue('Ho pagato il 3 marzo.');
  await goToSummary(page);
  await accessible(page, 'summary');
  const { chat } = await sendFromSummary(page, scripted);
  await followRichiesta(page);

  await logIn(page, 'carlo', operatorePath(chat));
  await chooseDecisione(page, 'Accetta');
  await page.getByLabel('Motivo della decisione').fill('Il pagamento risulta.');
  await sendDecisione(page);
  await logOut(page, javaScriptEnabled);
  await page.goto(chat);
  await expect(page.getByText('Il documento è annullato.')).toBeVisible();
  await page.goto('/servizio/istanza-contribuente');
  await expect(page.getByLabel(/CL-500505-01.*annullato/)).toBeVisible();
});

test('a citizen begins at the document in their area; a second review of it waits for the first', {
  tag: '@scripts',
}, async ({ page, accessible, javaScriptEnabled }) => {
  const scripted = javaScriptEnabled !== false;
  await logIn(page, 'mario', '/servizio/riesame');
  await page.getByRole('link', { name: /^Documenti di .*PL-300303/ }).click();
  await page.getByLabel(/^Scegli Mensa/).check();
  await page.getByRole('button', { name: 'Contesta un avviso' }).click();
  await acceptPrivacy(page);
  await page.locator('#motivo').selectOption('altro');
  await page.locator('#fatti').fill('Mia figlia non frequenta la mensa.');
  await attachFiles(page, pdfFile('scuola.pdf'), scripted);
  await expect(page.getByText('scuola.pdf').first()).toBeVisible();
  await goToSummary(page);
  // Another tab has the list as it was before the request.
  const tab = await page.context().newPage();
  await tab.goto('/area-riservata?servizio=riesame');
  await tab.getByRole('link', { name: /^Documenti di .*PL-300303/ }).click();
  for (const label of [/^Scegli Mensa/, /^Scegli Multa/]) await tab.getByLabel(label).check();
  await sendFromSummary(page, scripted);
  await followRichiesta(page);

  await tab.getByRole('button', { name: 'Contesta un avviso' }).click();
  await expect(
    tab.getByRole('link', { name: /^Documento PL-300303-02: .* c’è già una richiesta dello stesso tipo in corso/ }),
  ).toBeVisible();
  await accessible(tab, 'one is taken');
  await tab.getByRole('link', { name: "Continua con l'altro documento" }).click();
  await expect(tab).toHaveURL(/\/servizio\/riesame\/CRC\/PL-300303-01(\?passo=privacy)?$/);
});
