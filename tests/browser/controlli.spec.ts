/** A form whose line is gone says so, and loses nothing. */
import type { Page } from '@playwright/test';
import { expect, someone, test } from './fixtures.ts';
import { bozzaPronta } from './passi.ts';

const NON_SALVATI = 'Non siamo riusciti a salvare i dati: quello che hai scritto è ancora qui.';
/** What the browser prints while the line is gone. */
const SENZA_LINEA = /net::ERR_/;

const avanti = (page: Page) => page.getByRole('button', { name: 'Avanti' }).click();

test('with the line gone the form says so and keeps what is typed; with the line back it goes on', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(SENZA_LINEA);
  await bozzaPronta(page, { house, smtp }, someone('linea'), 'dati');
  await page.context().setOffline(true);
  await page.locator('#oggetto').fill('Buca profonda');
  for (let volta = 0; volta < 2; volta++) {
    await avanti(page);
    await expect(page.getByText(NON_SALVATI)).toBeVisible();
    await expect(page.locator('#oggetto')).toHaveValue('Buca profonda');
  }

  // What is missing is said without the line, too.
  await page.locator('#descrizione').fill('');
  await avanti(page);
  await expect(page.getByRole('link', { name: 'Descrivi che cosa hai visto.' })).toBeVisible();
  await expect(page.locator('#oggetto')).toHaveValue('Buca profonda');

  await page.context().setOffline(false);
  await page.locator('#descrizione').fill('Larga mezzo metro.');
  await avanti(page);
  await expect(page).toHaveURL(/passo=riepilogo/);
  await expect(page.getByText('Larga mezzo metro.')).toBeVisible();
});
