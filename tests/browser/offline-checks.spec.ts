/** A form without a connection says so, and loses nothing. */
import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { openReadyBozza } from './flow.ts';

const NOT_SAVED = 'Non siamo riusciti a salvare i dati: quello che hai scritto è ancora qui.';
/** What the browser prints while the line is gone. */
const OFFLINE_ERRORS = /net::ERR_/;

const goForward = (page: Page) => page.getByRole('button', { name: 'Avanti' }).click();

test('a form without a connection says so and keeps what is typed; once connected again it goes on', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(OFFLINE_ERRORS);
  await openReadyBozza(page, { house, smtp }, newEmail('linea'), 'dati');
  await page.context().setOffline(true);
  await page.locator('#oggetto').fill('Buca profonda');
  for (let volta = 0; volta < 2; volta++) {
    await goForward(page);
    await expect(page.getByText(NOT_SAVED)).toBeVisible();
    await expect(page.locator('#oggetto')).toHaveValue('Buca profonda');
  }

  // What is missing is said without the line, too.
  await page.locator('#descrizione').fill('');
  await goForward(page);
  await expect(page.getByRole('link', { name: 'Descrivi che cosa hai visto.' })).toBeVisible();
  await expect(page.locator('#oggetto')).toHaveValue('Buca profonda');

  await page.context().setOffline(false);
  await page.locator('#descrizione').fill('Larga mezzo metro.');
  await goForward(page);
  await expect(page).toHaveURL(/passo=riepilogo/);
  await expect(page.getByText('Larga mezzo metro.')).toBeVisible();
});
