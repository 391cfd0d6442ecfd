/** More time to pay: asked for within the municipality's limits, granted until another day, read by the citizen. */
import { logOut } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { attachFiles, goToSummary, pdfFile } from './flow.ts';
import {
  chooseDecisione,
  fillRichiedente,
  GO_FORWARD,
  LETTERA_MARIO,
  openAsOlga,
  openDataWithCodici,
  sendDecisione,
  sendFromSummary,
  typeCodici,
} from './richieste-flow.ts';

const RINEGOZIAZIONE_PATH = '/servizio/rinegozia-un-pagamento/Rifiuti%20TARI/BS-100101-03';

test('a guest asks for more time; the operator grants another day, and is told of a wrong one beside its field', async ({
  page,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('proroga');
  await openDataWithCodici(page, RINEGOZIAZIONE_PATH);
  await accessible(page, 'i dati');
  const dayField = page.locator('#nuova_scadenza');
  const [da, a] = [await dayField.getAttribute('min'), await dayField.getAttribute('max')].map((d) => d ?? '');
  await dayField.fill('2020-02-29');
  await page.locator('#motivo').fill('Aspetto lo stipendio.');
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: /^Puoi chiedere una scadenza dal/ })).toBeVisible();
  await expect(page.locator('#motivo')).toHaveValue('Aspetto lo stipendio.');
  await accessible(page, 'gli errori');

  await dayField.fill(a ?? '');
  await attachFiles(page, pdfFile('prova.pdf'), scripted);
  await expect(page.getByText('prova.pdf').first()).toBeVisible();
  await fillRichiedente(page, { email, code, scripted });
  await goToSummary(page);
  await expect(page.locator('dd').filter({ hasText: 'Aspetto lo stipendio.' })).toBeVisible();
  await accessible(page, 'il riepilogo');
  const { chat } = await sendFromSummary(page, scripted);

  await openAsOlga(page, chat);
  await accessible(page, 'la decisione');
  await chooseDecisione(page, 'Accetta');
  await page.getByLabel('Motivo della decisione').fill('Fino al giorno della paga.');
  await page.getByLabel('Nuova scadenza').fill('2020-01-31');
  await page.getByLabel('Ho ricontrollato: la decisione è definitiva').check();
  await page.getByRole('button', { name: 'Accetta la richiesta' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi un giorno che deve ancora venire.' })).toBeVisible();
  await expect(page.locator('#decisione_dal')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#decisione_dal')).toHaveValue('2020-01-31');
  await expect(page.getByLabel('Motivo della decisione')).toHaveValue('Fino al giorno della paga.');
  await expect(page.getByRole('heading', { name: 'Accetta la richiesta' })).toBeVisible();
  await accessible(page, 'la decisione sbagliata');
  await page.getByLabel('Nuova scadenza').fill(da ?? '');
  await sendDecisione(page);

  await logOut(page, javaScriptEnabled);
  await page.goto(chat);
  await expect(page.getByText('Motivo: Fino al giorno della paga.')).toBeVisible();
  await expect(page.getByText(/La nuova scadenza è il \d+º? \w+ \d{4}\./)).toBeVisible();
});

test('a guest whose documents are due too far apart is told so where they choose them, and at their address', {
  tag: '@scripts',
}, async ({ page, accessible }) => {
  const TOO_FAR_APART = 'Questi documenti scadono in giorni troppo lontani tra loro: fai una richiesta per ciascuno.';
  await page.goto('/servizio/rinegozia-un-pagamento');
  await typeCodici(page, LETTERA_MARIO);
  for (const n of ['01', '02']) await page.getByLabel(new RegExp(`BS-100101-${n}`)).check();
  await page.getByRole('button', { name: GO_FORWARD }).click();
  await expect(page.getByRole('link', { name: TOO_FAR_APART })).toBeVisible();
  await expect(page.locator('form').getByText(TOO_FAR_APART)).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await expect(page.getByLabel(/BS-100101-02/)).toBeChecked();
  await accessible(page, 'troppo lontani');

  const togetherPath = RINEGOZIAZIONE_PATH.replace('-03', '-01,BS-100101-02');
  for (const indirizzo of [togetherPath, `${togetherPath}?passo=dati`]) {
    const answer = await page.goto(indirizzo);
    expect(answer?.status()).toBe(409);
    await expect(page.getByText(TOO_FAR_APART)).toBeVisible();
    await expect(page.locator('#motivo, #privacy')).toHaveCount(0);
  }
  await accessible(page, 'non insieme');
  await page.getByRole('link', { name: 'Scegli altri documenti' }).click();
  await page.getByLabel(/BS-100101-02/).check();
  await page.getByRole('button', { name: GO_FORWARD }).click();
  await expect(page.getByLabel(/informativa sulla privacy/)).toBeVisible();
});
