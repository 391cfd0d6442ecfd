/** A declaration of advertising devices that is begun: its steps open in order, and it is found again. */

import { cartello, furgone } from '../typed-mezzi.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { pngFile } from './flow.ts';
import {
  attachTo,
  beginDichiarazione,
  goForward,
  MEZZI_PATH,
  mezzoRow,
  openMezzo,
  saveMezzo,
  startDichiarazione,
  typeLettera,
  writeMezzo,
} from './mezzi-flow.ts';
import { fillRichiedente } from './richieste-flow.ts';
import { changeStore } from './store.ts';

test('a step after an incomplete one says why it does not open; reload and Back keep everything', async ({
  page,
  otherBrowser,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('salto');
  await page.goto(`${MEZZI_PATH}?tipo=nuovo`);
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  const id = await startDichiarazione(page);
  await page.goto(`${MEZZI_PATH}/riepilogo/${id}`);
  await expect(page).toHaveURL(`${MEZZI_PATH}/richiedente/${id}?verso=riepilogo`);
  await expect(page.getByText('Per passare a «Riepilogo» prima completa i dati')).toBeVisible();
  await accessible(page, 'prima il richiedente');
  await fillRichiedente(page, { email, code, scripted });
  await goForward(page);
  await expect(page).toHaveURL(`${MEZZI_PATH}/mezzi/${id}`);
  await page.goto(`${MEZZI_PATH}/riepilogo/${id}`);
  await expect(page).toHaveURL(`${MEZZI_PATH}/mezzi/${id}?verso=riepilogo`);
  await expect(page.getByText('Per passare a «Riepilogo» prima aggiungi almeno un mezzo.')).toBeVisible();
  await accessible(page, 'prima un mezzo');
  await page.goto(`${MEZZI_PATH}/riepilogo`);
  await expect(page).toHaveURL(MEZZI_PATH);

  await page.goto(`${MEZZI_PATH}/mezzi/${id}?mezzo=nuovo`);
  await writeMezzo(page, cartello());
  await attachTo(page, 'foto_bozzetti', pngFile('insegna.png'), scripted);
  await saveMezzo(page);
  await expect(mezzoRow(page, '1. Cartello')).toContainText('1 file');
  await page.reload();
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Via Roma 1');
  await page.getByRole('button', { name: 'Indietro' }).click();
  await expect(page.locator('#nome')).toHaveValue('Anna');
  await expect(page.getByRole('button', { name: 'Togli carta.pdf' })).toBeVisible();
  await page.goto(`${MEZZI_PATH}/tipo/${id}`);
  await expect(page.getByLabel(/informativa sulla privacy/)).toBeChecked();
  await accessible(page, 'il tipo di una iniziata');
  await page.goBack();
  await expect(page.locator('#telefono')).toHaveValue(/1234567/);

  const other = await otherBrowser();
  for (const step of ['tipo', 'richiedente', 'mezzi', 'allegati', 'riepilogo', 'conferma'])
    expect((await other.goto(`${MEZZI_PATH}/${step}/${id}`))?.status(), step).toBe(404);
  expect(await other.content()).not.toContain(email);
  expect((await page.goto(`${MEZZI_PATH}/mezzi/aaaaaaaaaaaaaaaaaaaaaa`))?.status()).toBe(404);
  expect((await page.goto(`${MEZZI_PATH}/altro/${id}`))?.status()).toBe(404);
});

test('the first page lists declarations that were begun: one that is resumed is complete, one that is thrown away is gone', async ({
  page,
  otherBrowser,
  house,
  smtp,
  accessible,
}) => {
  const site = { house, smtp };
  const { id } = await beginDichiarazione(page, site, { persona: 'luca', tipo: 'variazione', mezzi: [furgone()] });
  await page.goto(MEZZI_PATH);
  await expect(page.getByText('un mezzo, ultima modifica del')).toBeVisible();
  await accessible(page, 'le iniziate');

  // On another device, after the login.
  const otherPage = await otherBrowser();
  await logIn(otherPage, 'luca', MEZZI_PATH);
  await otherPage.getByRole('link', { name: 'Riprendi' }).click();
  await expect(otherPage).toHaveURL(new RegExp(`${MEZZI_PATH}/mezzi/${id}`));
  await expect(mezzoRow(otherPage, '8. Automezzo')).toContainText('AB123CD');
  await otherPage.goto('/area-riservata?scheda=dichiarazioni');
  await expect(otherPage.getByRole('link', { name: /^Riprendi\s*: Variazione/ })).toHaveAttribute(
    'href',
    `${MEZZI_PATH}/mezzi/${id}?riprendi=1`,
  );
  await otherPage.goto('/area-riservata?scheda=pratiche');
  await otherPage
    .getByRole('link', { name: /^Riprendi\s*: Variazione di mezzi pubblicitari, posizione BS-200202$/ })
    .click();
  await expect(otherPage).toHaveURL(`${MEZZI_PATH}/mezzi/${id}?riprendi=1`);
  await otherPage.context().close();

  await page.getByRole('button', { name: 'Elimina' }).click();
  await expect(page).toHaveURL(MEZZI_PATH);
  await expect(page.getByRole('link', { name: 'Riprendi' })).toHaveCount(0);
  expect((await page.goto(`${MEZZI_PATH}/mezzi/${id}`))?.status()).toBe(404);
});

test('the hour of the codes ends while a device is typed: the codes are asked for again and nothing is lost', async ({
  page,
  house,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await page.goto(`${MEZZI_PATH}?tipo=variazione`);
  await typeLettera(page);
  const id = await startDichiarazione(page);
  await fillRichiedente(page, { email: newEmail('ora'), code, scripted });
  await goForward(page);
  await openMezzo(page, 'Modifica 2. Cartello');
  await writeMezzo(page, { testo: 'Bar Centrale e tabacchi', altezza_cm: 210 });
  changeStore(house, 'update concessioni set scade = 1');
  await saveMezzo(page);
  await typeLettera(page);
  await expect(page).toHaveURL(new RegExp(`/mezzi/${id}`));
  await page.getByRole('link', { name: 'Riprendi il mezzo' }).click();
  await expect(page.locator('#testo')).toHaveValue('Bar Centrale e tabacchi');
  await expect(page.locator('#altezza_cm')).toHaveValue('210');
});

test('the login ends while a citizen types: after the next login everything is there, the last words too', async ({
  page,
  house,
  smtp,
  expected,
  javaScriptEnabled,
}) => {
  expected.errors.push(/401/);
  const scripted = javaScriptEnabled !== false;
  const { id } = await beginDichiarazione(page, { house, smtp }, { persona: 'luca', mezzi: [cartello()] });
  const logInAgain = async () => {
    await expect(page).toHaveURL(/\/login\?state=scaduto&da=/);
    await page.getByRole('button', { name: 'Entra con SPID' }).click();
    await page.getByRole('button', { name: 'Entra come Luca' }).click();
    await page.waitForURL(`**${MEZZI_PATH}/**`);
  };
  await page.goto(`${MEZZI_PATH}/richiedente/${id}`);
  await page.locator('#telefono').fill('333 7654321');
  changeStore(house, 'update accessi set ultimo = 0');
  await goForward(page);
  await logInAgain();
  await expect(page.locator('#telefono')).toHaveValue('333 7654321');
  await goForward(page);

  await expect(mezzoRow(page, '1. Cartello')).toContainText('Via Roma 1');
  await openMezzo(page, 'Aggiungi un mezzo');
  await writeMezzo(page, furgone());
  await attachTo(page, 'foto_bozzetti', pngFile('furgone.png'), scripted);
  await page.locator('#targa').fill('AB123CE');
  changeStore(house, 'update accessi set ultimo = 0');
  await saveMezzo(page);
  await logInAgain();
  await expect(page.locator('#targa')).toHaveValue('AB123CE');
  await expect(page.getByRole('button', { name: 'Togli furgone.png' })).toBeVisible();
  await saveMezzo(page);
  await expect(mezzoRow(page, '2. Automezzo')).toContainText('1 file');
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Via Roma 1');
});

test('the Enter key in a field of a step goes on to the next one', async ({ page, house, smtp }) => {
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('invio') });
  await page.goto(`${MEZZI_PATH}/tipo/${id}`);
  await page.locator('#privacy').press('Enter');
  await expect(page).toHaveURL(`${MEZZI_PATH}/richiedente/${id}`);
  await page.locator('#nome').press('Enter');
  await expect(page).toHaveURL(`${MEZZI_PATH}/mezzi/${id}`);
});
