/** A review: asked for with the two codes or from one's own area, decided by an operator, seen in the documents. */
import { entra, esce } from './accesso.ts';
import { cambia } from './archivio.ts';
import { expect, someone, test } from './fixtures.ts';
import { allega, pdf } from './passi.ts';
import { conferma } from './richieste.ts';
import { AVANTI, accettaPrivacy, codici, compilaOspite, perUfficio, versoRiepilogo } from './suDocumenti.ts';

test.beforeEach(({ house }) => {
  cambia(house, 'update richieste_documenti set aperta = 0');
  cambia(house, 'delete from concessioni');
  cambia(house, "update documenti set stato = 'da_pagare' where numero = 'CL-500505-01'");
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
  await codici(page, 'CL-500505', 'T9W5KB');
  await page.getByLabel(/CL-500505-01/).check();
  await accessible(page, 'documents to choose from');
  await page.getByRole('button', { name: AVANTI }).click();

  await expect(page).toHaveURL(/\/servizio\/riesame\/TARMB\/CL-500505-01(\?passo=privacy)?$/);
  await accettaPrivacy(page);
  await page.getByRole('button', { name: 'Avanti' }).click();
  for (const parole of ['Scegli il motivo della richiesta.', /^Allega almeno un file che dimostri/])
    await expect(page.getByRole('link', { name: parole })).toBeVisible();
  await accessible(page, 'nothing filled in');
  await page.locator('#motivo').selectOption('gia_pagato');
  await page.locator('#fatti').fill('Ho pagato il 3 marzo.');
  await allega(page, pdf('ricevuta.pdf'), scripted);
  await compilaOspite(page, someone('riesame'), { scripted, code });

  // The hour of the codes goes by: they are asked for again, and what was typed is there.
  cambia(house, 'delete from concessioni');
  await page.goto('/servizio/riesame/TARMB/CL-500505-01?passo=dati');
  await accessible(page, 'codes again');
  await codici(page, 'CL-500505', 'T9W5KB');
  await expect(page.locator('#fatti')).toHaveValue('Ho pagato il 3 marzo.');
  await versoRiepilogo(page);
  await accessible(page, 'summary');
  const chat = await conferma(page, scripted);

  await entra(page, 'carlo', perUfficio(chat));
  await page.getByLabel('Accetta', { exact: true }).check();
  await page.getByLabel('Motivo della decisione').fill('Il pagamento risulta.');
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(page.getByText('Decisione inviata: avvisiamo il cittadino per e-mail.')).toBeVisible();
  await esce(page, javaScriptEnabled);
  await page.goto(chat);
  await expect(page.getByText('Il documento è annullato.')).toBeVisible();
  await page.goto('/servizio/istanza-contribuente');
  await expect(page.getByLabel(/CL-500505-01.*annullato/)).toBeVisible();
});

test('a citizen begins at the document in their area; a second review of it waits for the first', async ({
  page,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await entra(page, 'mario', '/servizio/riesame');
  await page.getByRole('link', { name: /^Documenti di .*PL-300303/ }).click();
  await page.getByRole('link', { name: /^Chiedi il riesame.*Mensa/ }).click();
  await accettaPrivacy(page);
  await page.locator('#motivo').selectOption('altro');
  await page.locator('#fatti').fill('Mia figlia non frequenta la mensa.');
  await allega(page, pdf('scuola.pdf'), scripted);
  await expect(page.getByText('scuola.pdf').first()).toBeVisible();
  await versoRiepilogo(page);
  await conferma(page, scripted);

  await page.goto('/area-riservata?servizio=riesame');
  await page.getByRole('link', { name: /^Documenti di .*PL-300303/ }).click();
  for (const uno of [/^Mensa/, /^Multa/]) await page.getByLabel(uno).check();
  await page.getByRole('button', { name: AVANTI }).click();
  await expect(
    page.getByRole('link', { name: /^Documento PL-300303-02: .* c’è già una richiesta dello stesso tipo in corso/ }),
  ).toBeVisible();
  await page.getByRole('link', { name: "Continua con l'altro documento" }).click();
  await expect(page).toHaveURL(/\/servizio\/riesame\/CRC\/PL-300303-01(\?passo=privacy)?$/);
});
