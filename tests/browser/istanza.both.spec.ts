/** A petition: about documents chosen with the two codes or in one's own area, or about none; the ente answers with a document. */
import { logIn, logOut } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, goToSummary, pdfFile } from './flow.ts';
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

const ISTANZA_PATH = '/servizio/istanza-contribuente';

test.beforeEach(({ house }) => {
  changeStore(house, 'update richieste_documenti set aperta = 0');
  changeStore(house, 'delete from concessioni');
});

test('a guest chooses documents with the codes of two letters, and the office answers with a document', async ({
  page,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('istanza');
  await page.goto('/');
  await page.getByRole('link', { name: 'Scrivi all’ufficio tributi' }).click();
  await page.getByRole('link', { name: 'Inizia', exact: true }).first().click();
  await expect(page).toHaveURL(ISTANZA_PATH);
  await accessible(page, 'codes');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await typeCodici(page, { utente: 'CL-400404', controllo: 'SBAGLIATO' });
  expect(new URL((await sent).url()).pathname).toBe(scripted ? '/api/v1/posizione/documents/check' : ISTANZA_PATH);
  await expect(page.getByRole('link', { name: /non corrispondono a nessuna posizione/ })).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await expect(page.getByLabel('Codice utente')).toHaveValue('CL-400404');
  await accessible(page, 'wrong codes');
  await typeCodici(page, { utente: 'cl-400404', controllo: 'm3r7 za' });
  await expect(page.getByRole('group', { name: /Comune di Collelume.*CL-400404/ })).toBeVisible();
  await page.getByRole('link', { name: "Usa i codici di un'altra lettera" }).click();
  await typeCodici(page, { utente: 'CL-500505', controllo: 'T9W5KB' });

  await page.getByRole('button', { name: GO_FORWARD }).click();
  await expect(page.getByRole('link', { name: 'Scegli almeno un documento.' })).toBeVisible();
  await accessible(page, 'nothing chosen');
  const landUseBoxes = page.getByLabel(/Occupazione di suolo/);
  await expect(landUseBoxes).toHaveCount(2);
  for (const box of [landUseBoxes.first(), landUseBoxes.last(), page.getByLabel(/Tassa rifiuti/).first()])
    await box.check();
  await page.getByRole('button', { name: GO_FORWARD }).click();
  const elsewhere = page.getByRole('link', {
    name: /^Documento CL-500505-01: Riguarda TARI \(tassa rifiuti\), mentre /,
  });
  await expect(page.getByRole('group', { name: "C'è un problema" }).locator(elsewhere)).toBeVisible();
  // With scripts that is said on the same page.
  expect(page.url().includes('scelta=1')).toBe(!scripted);
  await expect(page).toHaveTitle(/^Errore: /);
  await elsewhere.click();
  const rifiuti = page.getByLabel(/Tassa rifiuti/).first();
  await expect(rifiuti).toBeFocused();
  await expect(rifiuti).toHaveAccessibleDescription(/mentre il primo che hai scelto riguarda/);
  await expect(landUseBoxes.first()).toBeChecked();
  await accessible(page, 'mixed systems');
  await page.getByRole('link', { name: 'Continua con gli altri 2' }).click();

  await expect(page).toHaveURL(
    /\/servizio\/istanza-contribuente\/OSAP\/CL-400404-0\d,CL-400404-0\d(\?passo=privacy)?$/,
  );
  await acceptPrivacy(page);
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi che cosa chiedi e perché.' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Allega un tuo documento di identità/ })).toBeVisible();
  await accessible(page, 'nothing filled in');
  await page.locator('#oggetto').fill('Rimborso del passo carrabile');
  await page.locator('#testo').fill('Ho pagato due volte.');
  await fillRichiedente(page, { email, code, scripted });
  await goToSummary(page);
  await expect(page.locator('dd').filter({ hasText: 'Ho pagato due volte.' })).toBeVisible();
  await accessible(page, 'summary');
  const { chat } = await sendFromSummary(page, scripted);
  await followRichiesta(page);

  // While it is open, these documents take no second one.
  await page.goto(ISTANZA_PATH);
  await expect(landUseBoxes.first()).toBeDisabled();

  await logIn(page, 'carlo', operatorePath(chat));
  await chooseDecisione(page, 'Accetta');
  await page.getByLabel('Motivo della decisione').fill('Il pagamento risulta doppio.');
  await page.getByRole('button', { name: 'Accetta la richiesta' }).click();
  await expect(page.getByRole('link', { name: 'Conferma di aver ricontrollato la decisione.' })).toBeVisible();
  await accessible(page, 'decision not confirmed');
  await page.getByLabel('Ho ricontrollato: la decisione è definitiva').check();
  await page.getByRole('button', { name: 'Accetta la richiesta' }).click();
  await expect(page.getByRole('link', { name: /^Per accettare allega il documento di risposta/ })).toBeVisible();
  await page.getByLabel('Documento da allegare').setInputFiles(pdfFile('risposta.pdf'));
  await sendDecisione(page);
  await logOut(page, javaScriptEnabled);

  await page.goto(chat);
  await expect(page.getByRole('heading', { name: 'Documenti di risposta dell’ente' })).toBeVisible();
  await expect(page.getByRole('link', { name: /risposta\.pdf/ }).first()).toBeVisible();
  await accessible(page, 'answered');
});

test('a citizen chooses among their own documents in the area, is told which cannot be chosen, and is not asked their name again', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await logIn(page, 'mario', ISTANZA_PATH);
  await expect(page).toHaveURL('/area-riservata?servizio=istanza-contribuente');
  await page.getByRole('link', { name: /^Documenti di .*BS-100101/ }).click();
  const goOn = page.getByRole('button', { name: 'Scrivi all’ufficio tributi' });
  if (scripted) await expect(goOn).toBeDisabled();
  else {
    await goOn.click();
    await expect(page.getByRole('link', { name: 'Scegli almeno un documento.' })).toBeVisible();
    await accessible(page, 'nothing chosen');
  }
  // A document that was annulled cannot be reviewed, and has no box for that.
  await page.getByRole('link', { name: 'Annulla e torna ai documenti' }).click();
  await page.getByText('Fai una richiesta per più documenti').click();
  await page.getByRole('link', { name: 'Contesta un avviso', exact: true }).click();
  await expect(page.getByLabel(/^Scegli TARI \d+, rata unica/)).toHaveCount(0);
  await page.goBack();
  await page.getByText('Fai una richiesta per più documenti').click();
  await page.getByRole('link', { name: 'Scrivi all’ufficio tributi', exact: true }).click();
  await page.getByLabel(/^Scegli TARI \d+, conguaglio/).check();
  await page.getByLabel(/^Scegli TARI \d+, rata unica/).check();
  await goOn.click();

  await expect(page).toHaveURL(/\/istanza-contribuente\/Rifiuti%20TARI\/BS-100101-06,BS-100101-07(\?passo=privacy)?$/);
  await acceptPrivacy(page);
  await expect(page.locator('#nome')).toHaveAttribute('readonly', '');
  await page.locator('#oggetto').fill('Estratto conto');
  await page.locator('#testo').fill('Vorrei sapere che cosa resta da pagare.');
  await goToSummary(page);
  await sendFromSummary(page, scripted);
  await followRichiesta(page);
  await page.goto('/area-riservata?scheda=pratiche');
  await expect(page.getByRole('row').filter({ hasText: 'Richiesta all’ufficio tributi' }).first()).toBeVisible();
});

test('a petition without documents asks for no codes: the citizen chooses municipality and tax, and may change the municipality', async ({
  page,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await page.goto(ISTANZA_PATH);
  await page.getByRole('link', { name: "Scrivi all'ufficio tributi senza scegliere documenti" }).click();
  await page.getByRole('button', { name: 'Continua' }).click();
  await expect(page.getByRole('link', { name: 'Scegli a che cosa si riferisce la richiesta.' })).toBeVisible();
  await accessible(page, 'nothing chosen');
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  await page.getByLabel('A che cosa si riferisce').selectOption({ label: 'Parcheggi' });
  await page.getByRole('button', { name: 'Continua' }).click();
  await acceptPrivacy(page);
  await expect(page.locator('#ente')).toHaveValue('borgosereno');
  await page.locator('#ente').selectOption({ label: 'Città di Portolieve' });
  await page.locator('#oggetto').fill('Chiarimento');
  await page.locator('#testo').fill('Quanto costa la sosta?');
  await fillRichiedente(page, { email: newEmail('senza'), code, scripted });
  await accessible(page, 'data');
  await goToSummary(page);
  for (const text of ['Città di Portolieve', 'Parcheggi'])
    await expect(page.locator('dd').filter({ hasText: text })).toBeVisible();
  await sendFromSummary(page, scripted);
  await followRichiesta(page);
});
