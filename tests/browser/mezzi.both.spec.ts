/** Declarations of advertising devices with and without scripts: new ones, changes, cessations, and the decision on each. */

import { cartello, furgone } from '../typed-mezzi.ts';
import { logIn, logOut } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { pdfFile, pngFile } from './flow.ts';
import {
  attachTo,
  chooseTipo,
  goForward,
  MEZZI_PATH,
  mezzoRow,
  openMezzo,
  saveMezzo,
  sendDichiarazione,
  startDichiarazione,
  typeLettera,
  writeMezzo,
} from './mezzi-flow.ts';
import { chooseDecisione, fillRichiedente, openAsOlga, sendDecisione } from './richieste-flow.ts';
import { changeStore } from './store.ts';

test('a guest declares a vehicle and a sign with a photo of each, and gets a number, documents and a chat', async ({
  page,
  otherBrowser,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('anna');
  await page.goto(MEZZI_PATH);
  await accessible(page, 'che cosa');
  await goForward(page);
  await expect(page.getByRole('link', { name: 'Scegli che cosa vuoi dichiarare.' })).toBeVisible();
  await accessible(page, 'niente di scelto');
  await chooseTipo(page, 'Nuovi mezzi pubblicitari');
  await goForward(page);
  await expect(page.getByRole('link', { name: 'Scegli l’ente a cui mandi la dichiarazione.' })).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'nessun ente');
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  const id = await startDichiarazione(page);
  await accessible(page, 'il richiedente');

  await goForward(page);
  await expect(page.getByRole('link', { name: 'Scrivi il tuo nome.' })).toBeVisible();
  await accessible(page, 'gli errori del richiedente');
  await fillRichiedente(page, { email, code, scripted });
  await goForward(page);

  await expect(page).toHaveURL(`${MEZZI_PATH}/mezzi/${id}`);
  await accessible(page, 'nessun mezzo');
  await goForward(page);
  await expect(page.getByText('Aggiungi almeno un mezzo pubblicitario, poi vai avanti.')).toBeVisible();
  await accessible(page, 'nessun mezzo, avanti');

  await openMezzo(page, 'Aggiungi un mezzo');
  await accessible(page, 'un mezzo');
  await saveMezzo(page);
  await expect(page.getByRole('link', { name: 'Scegli il tipo di mezzo pubblicitario.' })).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'gli errori di un mezzo');
  await writeMezzo(page, furgone());
  await attachTo(page, 'foto_bozzetti', pngFile('furgone.png'), scripted);
  await expect(page.locator('#targa')).toHaveValue('AB123CD');
  await page.getByRole('button', { name: 'Salva e aggiungi un altro' }).click();
  await expect(page.getByText('Salvato: 1. Automezzo')).toBeVisible();
  await accessible(page, 'un altro mezzo');
  await writeMezzo(page, cartello());
  await attachTo(page, 'foto_bozzetti', pngFile('insegna.png'), scripted);
  await saveMezzo(page);

  // 49.58 for a van; 2 m² × 24.50 × 2 faces × 2 pieces.
  await expect(mezzoRow(page, '1. Automezzo')).toContainText('49,58');
  await expect(mezzoRow(page, '2. Cartello')).toContainText('Via Roma 1, 100 × 200 cm, due facce');
  await expect(mezzoRow(page, '2. Cartello')).toContainText(/1 file.*196,00/);
  await expect(page.locator('#totali')).toContainText('245,58');
  await accessible(page, 'due mezzi');
  await goForward(page);

  await expect(page).toHaveURL(`${MEZZI_PATH}/allegati/${id}`);
  await expect(page.getByText('Mezzi senza foto o bozzetto')).toHaveCount(0);
  await attachTo(page, 'autorizzazione', pdfFile('nulla-osta.pdf'), scripted);
  await accessible(page, 'gli allegati');
  await goForward(page);

  await expect(page).toHaveURL(`${MEZZI_PATH}/riepilogo/${id}`);
  for (const hasText of [
    'Comune di Borgosereno',
    'AB123CD',
    'Via Roma 1',
    'furgone.png',
    'nulla-osta.pdf',
    'carta.pdf',
  ])
    await expect(page.locator('dd').filter({ hasText }).first()).toBeVisible();
  await expect(page.locator('dd').filter({ hasText: /^245,58.*è una stima/ })).toBeVisible();
  await accessible(page, 'il riepilogo');
  const { chat, protocollo } = await sendDichiarazione(page, scripted);
  await accessible(page, 'la conferma');

  for (const [name, tipo, inizio] of [
    ['Scarica la ricevuta (PDF)', 'application/pdf', '%PDF'],
    ['Scarica la dichiarazione (PDF)', 'application/pdf', '%PDF'],
    ["Scarica l'elenco dei mezzi (CSV)", 'text/csv; charset=utf-8', '\uFEFFtipo;targa'],
  ] as const) {
    const href = await page.getByRole('link', { name: name }).getAttribute('href');
    const file = await page.request.get(href ?? '');
    expect([name, file.status(), file.headers()['content-type']]).toEqual([name, 200, tipo]);
    expect((await file.text()).startsWith(inizio), name).toBe(true);
  }
  const ownUrl = page.url();
  await page.goto(chat);
  await expect(page.getByText(protocollo).first()).toBeVisible();
  await expect(page.locator('dd').filter({ hasText: 'AB123CD' }).first()).toBeVisible();
  for (const name of ['Scarica la dichiarazione (PDF)', 'Scarica l’elenco dei mezzi (CSV)']) {
    const href = await page.getByRole('link', { name: name }).getAttribute('href');
    expect([name, (await page.request.get(href ?? '')).status()]).toEqual([name, 200]);
  }
  await accessible(page, 'la pratica');

  // Every step of a sent declaration leads to its confirmation, and other visitors find nothing.
  for (const step of ['mezzi', 'richiedente', 'riepilogo']) {
    await page.goto(`${MEZZI_PATH}/${step}/${id}`);
    await expect(page).toHaveURL(ownUrl);
    await expect(page.locator('[data-protocollo]')).toHaveText(protocollo);
  }
  const other = await otherBrowser();
  for (const step of ['mezzi', 'conferma'])
    expect((await other.goto(`${MEZZI_PATH}/${step}/${id}`))?.status()).toBe(404);
});

test('a citizen changes two devices: old and new values are shown, and acceptance changes the position', {
  tag: '@scripts',
}, async ({ page, accessible, javaScriptEnabled }) => {
  const scripted = javaScriptEnabled !== false;
  await logIn(page, 'luca', '/servizio/variazione-cessazione-mezzo-pubblicitario');
  await expect(page).toHaveURL(`${MEZZI_PATH}?tipo=variazione`);
  await expect(page.getByLabel('BS-200202, Comune di Borgosereno')).toBeChecked();
  await accessible(page, 'di quale posizione');
  await goForward(page);
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'senza privacy');
  const id = await startDichiarazione(page);
  await expect(page.locator('#codice_fiscale')).toHaveValue('VRDLCU72P15Z999A');
  await expect(page.locator('#codice_fiscale')).not.toBeEditable();
  await goForward(page);

  await expect(page).toHaveURL(`${MEZZI_PATH}/mezzi/${id}`);
  await expect(page.locator('#totali')).toContainText('7 mezzi: 7 invariati');
  await accessible(page, 'i mezzi della posizione');
  await goForward(page);
  await expect(page.getByText(/^Non hai ancora cambiato niente/)).toBeVisible();
  await openMezzo(page, 'Modifica 1. Cartello');
  await expect(page.getByText('Adesso: 120 cm.')).toBeVisible();
  await writeMezzo(page, { larghezza_cm: 150, testo: 'Verdi Insegne e figli' });
  await accessible(page, 'una modifica');
  await saveMezzo(page);
  await openMezzo(page, 'Modifica 3. Freccia');
  await writeMezzo(page, { quantita: 6 });
  await saveMezzo(page);
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Larghezza: era 120 cm, diventa 150 cm');
  await expect(page.locator('#totali')).toContainText('7 mezzi: 2 modificati, 5 invariati');
  await accessible(page, 'due modifiche');
  await goForward(page);
  await expect(page).toHaveURL(`${MEZZI_PATH}/allegati/${id}`);
  await expect(page.getByRole('heading', { name: 'Mezzi senza foto o bozzetto' })).toBeVisible();
  await accessible(page, 'senza foto');
  await goForward(page);

  await expect(page.locator('del').filter({ hasText: '120 cm' })).toBeVisible();
  await expect(page.locator('dd b').filter({ hasText: '150 cm' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '2. Freccia (variazione)' })).toBeVisible();
  await accessible(page, 'il riepilogo');
  const { chat, protocollo } = await sendDichiarazione(page, scripted);
  await page.goto(chat);
  await expect(page.locator('dd').filter({ hasText: 'Larghezza: 120 cm → 150 cm' })).toBeVisible();
  await page.goto('/area-riservata?scheda=dichiarazioni');
  const ownRow = page.getByRole('row').filter({ hasText: protocollo });
  await expect(ownRow).toContainText('Variazione di un mezzo pubblicitario');
  await logOut(page, javaScriptEnabled);

  await openAsOlga(page, chat);
  await expect(page.locator('dd').filter({ hasText: 'Larghezza: 120 cm → 150 cm' })).toBeVisible();
  await chooseDecisione(page, 'Accetta');
  await page.getByLabel('Motivo della decisione').fill('Le misure sono in regola.');
  await sendDecisione(page);
  await logOut(page, javaScriptEnabled);

  await logIn(page, 'luca', '/area-riservata?scheda=dichiarazioni');
  await expect(ownRow).toContainText('Accettata');
  await expect(ownRow.getByRole('link', { name: /^Ricevuta/ })).toHaveAttribute('href', /\/ricevuta\?email=/);
  await expect(ownRow.getByRole('link', { name: /^Apri/ })).toHaveAttribute('href', new URL(chat, page.url()).pathname);
  await accessible(page, 'le dichiarazioni');
  await page.goto(`${MEZZI_PATH}?tipo=variazione`);
  const otherId = await startDichiarazione(page);
  await goForward(page);
  await expect(page).toHaveURL(`${MEZZI_PATH}/mezzi/${otherId}`);
  await expect(mezzoRow(page, '1. Cartello')).toContainText('150 × 80 cm');
  await expect(mezzoRow(page, '3. Freccia')).toContainText('6 pezzi');
  await expect(page.locator('#totali')).toContainText('7 mezzi: 7 invariati');
});

test('a cessation with the two codes loses nothing when the hour ends, and a refused one leaves the device', {
  tag: '@scripts',
}, async ({ page, house, accessible, code, javaScriptEnabled }) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('anna');
  await page.goto(`${MEZZI_PATH}?tipo=cessazione`);
  await typeLettera(page);
  await expect(page).toHaveURL(/tipo=cessazione&posizione=/);
  await expect(page.getByLabel('BS-200202, Comune di Borgosereno')).toBeChecked();
  await accessible(page, 'la posizione aperta');
  const id = await startDichiarazione(page);
  await fillRichiedente(page, { email, code, scripted });

  // While the applicant is being typed.
  await page.locator('#telefono').fill('333 7654321');
  changeStore(house, 'update concessioni set scade = 1');
  await goForward(page);
  await expect(page.getByText(/Scrivili ancora,\s+quello che hai fatto è salvo/)).toBeVisible();
  await accessible(page, 'di nuovo i codici');
  await typeLettera(page);
  await expect(page).not.toHaveURL(/riapri=/);
  await page.goto(`${MEZZI_PATH}/richiedente/${id}`);
  await expect(page.locator('#telefono')).toHaveValue(/7654321/);
  await expect(page.locator('#nome')).toHaveValue('Anna');
  await goForward(page);

  await expect(page.locator('#totali')).toContainText('7 mezzi');
  await expect(page.getByRole('link', { name: 'Aggiungi un mezzo' })).toHaveCount(0);
  await goForward(page);
  await expect(page.getByText(/^Non hai ancora detto quale mezzo cessa/)).toBeVisible();
  await page.getByRole('link', { name: 'Cessa 4. Tende' }).click();
  await accessible(page, 'una cessazione');
  await page.getByRole('button', { name: 'Salva la cessazione' }).last().click();
  await expect(page.getByRole('link', { name: 'Scrivi da quando il mezzo non c’è più.' })).toBeVisible();
  await accessible(page, 'gli errori di una cessazione');
  await page.getByLabel(/^Da quando non c’è più/).fill('2026-10-01');
  await page.getByLabel(/^Perché/).fill('Attività chiusa.');

  // And while a cessation is being typed.
  changeStore(house, 'update concessioni set scade = 1');
  await page.getByRole('button', { name: 'Salva la cessazione' }).last().click();
  await typeLettera(page);
  await expect(page).toHaveURL(new RegExp(`/mezzi/${id}`));
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await page.getByRole('link', { name: 'Cessa 4. Tende' }).click();
  await expect(page.getByLabel(/^Da quando non c’è più/)).toHaveValue('2026-10-01');
  await expect(page.getByLabel(/^Perché/)).toHaveValue('Attività chiusa.');
  await page.getByRole('button', { name: 'Salva la cessazione' }).last().click();
  await expect(mezzoRow(page, '4. Tende')).toContainText(/Cessa dal 01\/10\/2026.*Perché: Attività chiusa\./);
  await accessible(page, 'un mezzo che cessa');
  await goForward(page);
  await goForward(page);
  await expect(page.locator('dd').filter({ hasText: 'Attività chiusa.' })).toBeVisible();
  await accessible(page, 'il riepilogo');
  const { chat } = await sendDichiarazione(page, scripted);

  await openAsOlga(page, chat);
  await chooseDecisione(page, 'Rifiuta');
  await page.getByLabel('Motivo della decisione').fill('Le tende sono ancora lì.');
  await sendDecisione(page);
  await logOut(page, javaScriptEnabled);
  await page.goto(chat);
  await expect(page.getByText('Motivo: Le tende sono ancora lì.')).toBeVisible();
  await page.goto(`${MEZZI_PATH}?tipo=cessazione`);
  const otherId = await startDichiarazione(page);
  await fillRichiedente(page, { email: newEmail('anna'), code, scripted });
  await goForward(page);
  await expect(page).toHaveURL(`${MEZZI_PATH}/mezzi/${otherId}`);
  await expect(mezzoRow(page, '4. Tende')).toContainText('Invariato');
  await expect(page.locator('#totali')).toContainText('7 mezzi: 7 invariati');
});
