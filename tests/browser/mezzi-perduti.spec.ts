/** What nearly gets lost while devices are written where scripts run: the line, a device given up, one removed elsewhere. */
import { expect, someone, test } from './fixtures.ts';
import {
  allegaA,
  apriMezzo,
  avanti,
  cartello,
  foto,
  iniziata,
  PERCORSO,
  riga,
  salvaMezzo,
  scriviMezzo,
} from './mezzi.ts';

test('the line is gone when a device is saved: it says so and stays; saved later it has the focus in the list', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(/ERR_INTERNET_DISCONNECTED/);
  const { id } = await iniziata(page, { house, smtp }, { email: someone('anna') });
  await page.goto(`${PERCORSO}/mezzi/${id}`);
  await apriMezzo(page, 'Aggiungi un mezzo');
  await scriviMezzo(page, cartello({ larghezza_cm: 0 }));
  await salvaMezzo(page);
  await expect(page.locator('#larghezza_cm')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('#larghezza_cm').fill('120');
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
  await page.context().setOffline(true);
  await salvaMezzo(page);
  await expect(page.getByText('Non c’è connessione: quello che hai scritto è ancora qui.')).toBeVisible();
  await expect(page.locator('#larghezza_cm')).toHaveValue('120');
  await page.context().setOffline(false);
  await salvaMezzo(page);
  await expect(riga(page, '1. Cartello')).toContainText('120 × 200 cm');
  await expect(riga(page, '1. Cartello')).toBeFocused();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Togli 1. Cartello' }).click();
  await expect(page.getByRole('alert')).toHaveText('Non c’è connessione: riprova quando torna.');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Togli 1. Cartello' }).click();
  await expect(riga(page, '1. Cartello')).toContainText('Tolto.');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a half-typed device and its photo are not sent: the summary says so, and thrown away both are gone', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { id } = await iniziata(page, { house, smtp }, { email: someone('anna'), mezzi: [cartello()] });
  await page.goto(`${PERCORSO}/mezzi/${id}`);
  await apriMezzo(page, 'Aggiungi un mezzo');
  const tenuto = page.waitForResponse((r) => r.status() === 204 && r.url().includes('mezzo=nuovo'));
  await allegaA(page, 'foto_bozzetti', foto('abbandonata.png'), true);
  await tenuto;
  await page.goto(`${PERCORSO}/riepilogo/${id}`);
  await expect(page.getByText('Hai un mezzo scritto a metà')).toBeVisible();
  await expect(page.getByText('abbandonata.png')).toHaveCount(0);
  await accessible(page, 'un mezzo a metà nel riepilogo');
  await page.getByRole('link', { name: 'Torna ai mezzi' }).click();
  await page.getByRole('button', { name: 'Scarta' }).click();
  await expect(page.getByText('Hai un mezzo scritto a metà')).toHaveCount(0);
  await avanti(page);
  await expect(page).toHaveURL(/\/allegati\//);
  await expect(page.getByText('abbandonata.png')).toHaveCount(0);
});

test('a device removed in another window is back when it is saved here', async ({ page, house, smtp }) => {
  const { id } = await iniziata(page, { house, smtp }, { email: someone('anna'), mezzi: [cartello()] });
  await page.goto(`${PERCORSO}/mezzi/${id}`);
  await apriMezzo(page, 'Modifica 1. Cartello');
  const altra = await page.context().newPage();
  await altra.goto(`${PERCORSO}/mezzi/${id}`);
  await altra.getByRole('button', { name: 'Togli 1. Cartello' }).click();
  await expect(riga(altra, '1. Cartello')).toContainText('Tolto.');
  await page.locator('#testo').fill('Bar Centrale');
  await salvaMezzo(page);
  await expect(riga(page, '1. Cartello')).toContainText('«Bar Centrale»');
});
