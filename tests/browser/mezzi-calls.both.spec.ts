/** With scripts the wizard of advertising devices makes the specification's calls; without them it sends its own forms. */
import type { Page } from '@playwright/test';
import { cartello, furgone } from '../typed-mezzi.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { pngFile } from './flow.ts';
import {
  attachTo,
  beginDichiarazione,
  MEZZI_PATH,
  mezzoRow,
  openMezzo,
  saveMezzo,
  sendDichiarazione,
  startDichiarazione,
  writeMezzo,
} from './mezzi-flow.ts';

const RELATED_API = '/api/v1/mezzi_pubblicitari/correlati';
const OWN_API = '/api/v1/portale/mezzi_pubblicitari/correlati';

/** Records the requests of the page from now on: "POST /path". */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return sent;
}

test('a device is saved and changed by calls where scripts run, and the draft drops its half-typed values', async ({
  page,
  house,
  smtp,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('salva') });
  const pagePath = `${MEZZI_PATH}/mezzi/${id}`;
  const expectedPost = (kind: string) => `POST ${scripted ? `${RELATED_API}/${kind}` : pagePath}`;
  await page.goto(pagePath);
  await openMezzo(page, 'Aggiungi un mezzo');
  // An uploaded file is kept in the draft, with what is typed.
  await writeMezzo(page, furgone({ altezza_cm: 0 }));
  await attachTo(page, 'foto_bozzetti', pngFile('furgone.png'), scripted);
  const sent = sentBy(page);
  await saveMezzo(page);
  await expect(page.locator('#altezza_cm')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#errori')).toBeFocused();
  expect(sent.filter((one) => one.includes('/api/'))).toEqual(scripted ? [expectedPost('auto')] : []);
  await page.locator('#altezza_cm').fill('50');
  await page.getByRole('button', { name: 'Salva e aggiungi un altro' }).click();
  await expect(page.getByText('Salvato: 1. Automezzo')).toBeVisible();
  expect(sent.at(-1)).toBe(expectedPost('auto'));
  await expect(page.locator('#larghezza_cm')).toHaveValue('');
  await writeMezzo(page, cartello());
  await saveMezzo(page);
  await expect(mezzoRow(page, '1. Automezzo')).toContainText('1 file');
  await expect(mezzoRow(page, '2. Cartello')).toBeVisible();
  expect(sent.at(-1)).toBe(expectedPost('altro'));
  await expect(page.getByText('Hai un mezzo scritto a metà')).toHaveCount(0);

  await openMezzo(page, 'Modifica 2. Cartello');
  const changedId = new URL(page.url()).searchParams.get('mezzo');
  await page.locator('#testo').fill('Bar Centrale');
  await saveMezzo(page);
  await expect(mezzoRow(page, '2. Cartello')).toContainText('«Bar Centrale»');
  expect(sent.at(-1)).toBe(scripted ? expectedPost(`altro/${changedId}`) : `POST ${pagePath}`);
});

test('devices of the list are duplicated, removed and put back by calls where scripts run', async ({
  page,
  house,
  smtp,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('elenca'), mezzi: [cartello()] });
  const pagePath = `${MEZZI_PATH}/mezzi/${id}`;
  await page.goto(pagePath);
  const sent = sentBy(page);
  const rowId = (await mezzoRow(page, '1. Cartello').getAttribute('id'))?.replace('mezzo-', '');
  await page.getByRole('button', { name: 'Duplica 1. Cartello' }).click();
  await expect(mezzoRow(page, '2. Cartello')).toBeVisible();
  await page.getByRole('button', { name: 'Togli 1. Cartello' }).click();
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Tolto.');
  await page.getByRole('button', { name: 'Annulla 1. Cartello' }).click();
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Via Roma 1');
  await expect(page.locator('#totali')).toContainText('2 mezzi.');
  expect(sent).toEqual(
    scripted
      ? [`POST ${OWN_API}/${rowId}/duplica`, `DELETE ${RELATED_API}/${rowId}`, `POST ${OWN_API}/${rowId}/rimetti`]
      : [`POST ${pagePath}`, `POST ${pagePath}`, `POST ${pagePath}`],
  );
});

test('a cessation is a call where scripts run, and a missing answer is named beside its field', async ({
  page,
  house,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const { id } = await beginDichiarazione(page, { house, smtp }, { persona: 'luca', tipo: 'cessazione' });
  const pagePath = `${MEZZI_PATH}/mezzi/${id}`;
  for (const [nome, kind] of [
    ['7. Automezzo', 'auto'],
    ['1. Cartello', 'altro'],
  ] as const) {
    await page.goto(pagePath);
    await page.getByRole('link', { name: `Cessa ${nome}` }).click();
    await expect(page).toHaveURL(/\?cessa=/);
    const sent = sentBy(page);
    await page.getByLabel(/^Da quando non c’è più/).fill('2026-10-01');
    await page.getByRole('button', { name: 'Salva la cessazione' }).last().click();
    await expect(page.getByRole('link', { name: /Scrivi perché il mezzo cessa/ })).toBeVisible();
    await expect(page).toHaveTitle(/^Errore: /);
    await expect(page.getByLabel(/^Da quando non c’è più/)).toHaveValue('2026-10-01');
    await accessible(page, 'una cessazione senza motivo');
    await page.getByLabel(/^Perché/).fill('Venduto.');
    await page.getByRole('button', { name: 'Salva la cessazione' }).last().click();
    await expect(mezzoRow(page, nome)).toContainText('Cessa dal 01/10/2026');
    const expectedPost = `POST ${scripted ? `${RELATED_API}/cessazione/${kind}` : pagePath}`;
    expect(sent).toEqual([expectedPost, expectedPost]);
  }
});

test('a declaration is sent once by a call where scripts run, and a lost connection is reported', async ({
  page,
  house,
  smtp,
  expected,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('invia'), mezzi: [cartello()] });
  const pagePath = `${MEZZI_PATH}/riepilogo/${id}`;
  const invio = `/api/v1/mezzi_pubblicitari/dichiarazioni/${id}`;
  await page.goto(pagePath);
  if (scripted) {
    expected.errors.push(/ERR_FAILED/);
    // The request arrives, and its answer is lost.
    await page.route(`**${invio}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Invia', exact: true }).click();
    await page.getByRole('button', { name: 'Conferma e invia' }).click();
    await expect(
      page.getByText('Non siamo riusciti a inviare la dichiarazione: i tuoi dati sono salvi.'),
    ).toBeVisible();
    await expect(page.locator('#errori')).toBeFocused();
    await page.unroute(`**${invio}`);
  }
  const sent = sentBy(page);
  await sendDichiarazione(page, scripted);
  expect(sent).toEqual([`POST ${scripted ? invio : pagePath}`]);
});

test('a declaration is begun by a call where scripts run, and the page says what is missing', async ({
  page,
  expected,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const newPath = '/api/v1/mezzi_pubblicitari/new';
  await page.goto(`${MEZZI_PATH}?tipo=nuovo`);
  const sent = sentBy(page);
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: 'Scegli l’ente a cui mandi la dichiarazione.' })).toBeVisible();
  expect(sent).toEqual([`POST ${MEZZI_PATH}`]);
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  if (scripted) {
    expected.errors.push(/ERR_FAILED/);
    // The request arrives and its answer is lost: the next press finds the same declaration.
    await page.route(`**${newPath}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel(/informativa sulla privacy/).check();
    await page.getByRole('button', { name: 'Avanti' }).click();
    await expect(page.getByRole('alert')).toContainText('Non siamo riusciti a iniziare la dichiarazione');
    await page.unroute(`**${newPath}`);
  }
  sent.length = 0;
  await startDichiarazione(page);
  expect(sent).toEqual(scripted ? [`POST ${newPath}`, 'POST /api/v1/portale/bozze'] : [`POST ${MEZZI_PATH}`]);
  await page.goto(MEZZI_PATH);
  await expect(page.getByRole('region', { name: 'Dichiarazioni iniziate' }).getByRole('listitem')).toHaveCount(1);
});
