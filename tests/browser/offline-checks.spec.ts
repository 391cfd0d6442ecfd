/** The form of a report goes on without a connection, also one that begins to be filled in only then, and loses nothing. */
import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { countPratiche, openReadyBozza, pressSend, readProtocollo } from './flow.ts';

/** What the browser prints while the line is gone. */
const OFFLINE_ERRORS = /net::ERR_/;

const goForward = (page: Page) => page.getByRole('button', { name: 'Avanti' }).click();

// The line of its pages is cut.
test.use({ ownBrowser: true });

test('a report without a connection says what is missing, goes on to the summary, and is sent once connected again', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(OFFLINE_ERRORS);
  const email = newEmail('linea');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await page.context().setOffline(true);
  await page.locator('#oggetto').fill('Buca profonda');
  await page.locator('#descrizione').fill('');
  for (let volta = 0; volta < 2; volta++) {
    await goForward(page);
    await expect(page.getByRole('link', { name: 'Descrivi che cosa hai visto.' })).toBeVisible();
    await expect(page.locator('#oggetto')).toHaveValue('Buca profonda');
  }
  await page.locator('#descrizione').fill('Larga mezzo metro.');
  await goForward(page);
  await expect(page).toHaveURL(/passo=riepilogo/);
  await expect(page.getByText('Larga mezzo metro.')).toBeVisible();

  // The part that would have kept it never came: the page says so, and has all of it.
  await pressSend(page);
  await expect(page.getByText('Non siamo riusciti a inviare la segnalazione: i tuoi dati sono salvi.')).toBeVisible();
  await page.context().setOffline(false);
  await pressSend(page);
  await readProtocollo(page);
  expect(countPratiche(house, email)).toBe(1);
});
