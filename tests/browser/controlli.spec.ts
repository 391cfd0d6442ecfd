/** What a form is checked by is fetched once somebody begins to write; when it cannot be had, nobody is stuck and nothing is lost. */
import type { Page } from '@playwright/test';
import { expect, someone, test } from './fixtures.ts';
import { bozzaPronta, invia, numero, quante } from './passi.ts';

const CONTROLLI = /\/_astro\/(?:[\w-]+\.controlli|checks|schemas)\.[^/]+\.js$/;
const NON_SALVATI = 'Non siamo riusciti a salvare i dati: quello che hai scritto è ancora qui.';
/** What the browser prints while the line is gone, and of a script that did not come. */
const SENZA_LINEA = /net::ERR_/;

/** @returns the scripts of the checks that the page has asked for so far */
function chiesti(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => CONTROLLI.test(request.url()) && urls.push(request.url()));
  return urls;
}

const avanti = (page: Page) => page.getByRole('button', { name: 'Avanti' }).click();

test('a form that nobody has touched does without its checks; the first field brings them, once', async ({
  page,
  house,
  smtp,
}) => {
  const urls = chiesti(page);
  await bozzaPronta(page, { house, smtp }, someone('pigro'), 'dati');
  await page.waitForLoadState('networkidle');
  expect(urls).toEqual([]);

  await page.locator('#oggetto').focus();
  await expect.poll(() => urls.length).toBeGreaterThan(2);
  await page.waitForLoadState('networkidle');
  const tutti = urls.length;
  await page.locator('#oggetto').fill('');
  await avanti(page);
  await expect(page.getByRole('link', { name: 'Scrivi in poche parole che cosa segnali.' })).toBeVisible();
  await page.locator('#oggetto').fill('Buca');
  await avanti(page);
  await expect(page).toHaveURL(/passo=riepilogo/);
  expect(urls).toHaveLength(tutti);
});

test('pressed before anything else, the button waits for the checks', async ({ page, house, smtp }) => {
  const { promise: arrivano, resolve: lascia } = Promise.withResolvers<void>();
  await page.route(CONTROLLI, async (route) => {
    await arrivano;
    await route.continue();
  });
  await bozzaPronta(page, { house, smtp }, someone('subito'), 'dati');
  // A press that gives the focus to nothing, as some browsers do.
  const bottone = page.getByRole('button', { name: 'Avanti' });
  await page.locator('#oggetto').evaluate((field: HTMLInputElement) => {
    field.value = '';
  });
  await bottone.evaluate((button: HTMLButtonElement) => button.click());
  await expect(page.getByText('Attendi…')).toBeVisible();
  await expect(page).toHaveURL(/passo=dati/);
  lascia();
  await expect(page.getByRole('link', { name: 'Scrivi in poche parole che cosa segnali.' })).toBeVisible();
});

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
  await page.locator('#descrizione').fill('');
  for (let volta = 0; volta < 2; volta++) {
    await avanti(page);
    await expect(page.getByText(NON_SALVATI)).toBeVisible();
    await expect(page.locator('#oggetto')).toHaveValue('Buca profonda');
  }

  await page.context().setOffline(false);
  await avanti(page);
  await expect(page.getByRole('link', { name: 'Descrivi che cosa hai visto.' })).toBeVisible();
  await expect(page.locator('#oggetto')).toHaveValue('Buca profonda');
  await page.locator('#descrizione').fill('Larga mezzo metro.');
  await avanti(page);
  await expect(page).toHaveURL(/passo=riepilogo/);
  await expect(page.getByText('Larga mezzo metro.')).toBeVisible();
});

test('checks that are gone from the server for good: the server looks instead, the case is sent', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(/Failed to load resource/);
  const email = someone('server');
  await page.route(CONTROLLI, (route) => route.fulfill({ status: 404, body: '' }));
  await bozzaPronta(page, { house, smtp }, email, 'dati');
  await page.locator('#oggetto').fill('Buca profonda');
  await avanti(page);
  await expect(page).toHaveURL(/passo=riepilogo/);
  await expect(page.getByText('Buca profonda')).toBeVisible();

  // The browser's Forward asks for the checks, too.
  await page.getByRole('button', { name: 'Indietro' }).click();
  await expect(page.locator('#oggetto')).toHaveValue('Buca profonda');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Invia', exact: true })).toBeVisible();

  await page.unroute(CONTROLLI);
  await page.reload();
  // Pressed before the scripts are there, the button sends without asking.
  await invia(page);
  await numero(page);
  expect(quante(house, email)).toBe(1);
});
