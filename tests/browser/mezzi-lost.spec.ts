/** What could get lost while devices are typed with scripts: the connection, a half-typed device, one removed elsewhere. */

import { cartello } from '../typed-mezzi.ts';
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
  writeMezzo,
} from './mezzi-flow.ts';

// The line of its pages is cut.
test.use({ ownBrowser: true });

test('a device saved without a connection stays in its form with a message; saved later it has the focus in the list', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(/ERR_INTERNET_DISCONNECTED/);
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('anna') });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await openMezzo(page, 'Aggiungi un mezzo');
  await writeMezzo(page, cartello({ larghezza_cm: 0 }));
  await saveMezzo(page);
  await expect(page.locator('#larghezza_cm')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('#larghezza_cm').fill('120');
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
  await page.context().setOffline(true);
  await saveMezzo(page);
  await expect(page.getByText('Non c’è connessione: quello che hai scritto è ancora qui.')).toBeVisible();
  await expect(page.locator('#larghezza_cm')).toHaveValue('120');
  await page.context().setOffline(false);
  await saveMezzo(page);
  await expect(mezzoRow(page, '1. Cartello')).toContainText('120 × 200 cm');
  await expect(mezzoRow(page, '1. Cartello')).toBeFocused();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Togli 1. Cartello' }).click();
  await expect(page.getByRole('alert')).toHaveText('Non c’è connessione: riprova quando torna.');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Togli 1. Cartello' }).click();
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Tolto.');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a half-typed device and its photo are not sent: the summary says so, and discarding it deletes both', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('anna'), mezzi: [cartello()] });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await openMezzo(page, 'Aggiungi un mezzo');
  const tenuto = page.waitForResponse((r) => r.status() === 204 && r.url().includes('mezzo=nuovo'));
  await attachTo(page, 'foto_bozzetti', pngFile('abbandonata.png'), true);
  await tenuto;
  await page.goto(`${MEZZI_PATH}/riepilogo/${id}`);
  await expect(page.getByText('Hai un mezzo scritto a metà')).toBeVisible();
  await expect(page.getByText('abbandonata.png')).toHaveCount(0);
  await accessible(page, 'un mezzo a metà nel riepilogo');
  await page.getByRole('link', { name: 'Torna ai mezzi' }).click();
  await page.getByRole('button', { name: 'Scarta' }).click();
  await expect(page.getByText('Hai un mezzo scritto a metà')).toHaveCount(0);
  await goForward(page);
  await expect(page).toHaveURL(/\/allegati\//);
  await expect(page.getByText('abbandonata.png')).toHaveCount(0);
});

test('a device removed in another window is back when it is saved here', async ({ page, house, smtp }) => {
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('anna'), mezzi: [cartello()] });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await openMezzo(page, 'Modifica 1. Cartello');
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await otherTab.getByRole('button', { name: 'Togli 1. Cartello' }).click();
  await expect(mezzoRow(otherTab, '1. Cartello')).toContainText('Tolto.');
  await page.locator('#testo').fill('Bar Centrale');
  await saveMezzo(page);
  await expect(mezzoRow(page, '1. Cartello')).toContainText('«Bar Centrale»');
});
