/** Before a login ends the citizen is asked whether to keep it. */
import type { Page } from '@playwright/test';
import type { Portal } from '../portal.ts';
import { logInByPages, logOut } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { acceptPrivacy } from './flow.ts';
import { touchIslands } from './islands.ts';
import { changeStore } from './store.ts';

const MINUTE = 60_000;

/** The portal's answer to how long the login lasts, in hand. */
async function clockOf(page: Page): Promise<{ seconds: number; kept: number; over: boolean }> {
  const told = { seconds: 100, kept: 0, over: false };
  await page.route('**/api/v1/portale/accesso', (route) => {
    if (route.request().method() === 'POST') {
      told.kept++;
      told.seconds = 1800;
    }
    const answer = { data: { secondi: told.seconds } };
    return told.over ? route.fulfill({ status: 401, json: {} }) : route.fulfill({ json: answer });
  });
  return told;
}

/** Names of the lists that the browser keeps. */
const storedLists = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('elenco:')));

const ask = (page: Page) => page.getByRole('dialog', { name: 'Stai per uscire' });

// The clock of its pages is turned.
test.use({ ownBrowser: true });

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await logInByPages(page, 'mario', '/segnalazione');
});

test('two minutes before the login ends a citizen is asked; the button keeps it, and what they typed is there', async ({
  page,
  accessible,
}) => {
  const told = await clockOf(page);
  await page.clock.fastForward(27 * MINUTE);
  await expect(ask(page)).toBeHidden();
  await page.clock.fastForward(MINUTE);
  await expect(ask(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resta collegato' })).toBeFocused();
  await accessible(page, 'stay?');
  await page.getByRole('button', { name: 'Resta collegato' }).click();
  await expect(ask(page)).toBeHidden();
  await expect.poll(() => told.kept).toBe(1);
});

test('the Esc key keeps the login, too, and the citizen is asked again when the time comes', async ({ page }) => {
  const told = await clockOf(page);
  await page.clock.fastForward(28 * MINUTE);
  await expect(ask(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ask(page)).toBeHidden();
  await expect.poll(() => told.kept).toBe(1);
  told.seconds = 100;
  // The answer to Esc may still be on its way when the clock is put on.
  await expect(async () => {
    await page.clock.fastForward(29 * MINUTE);
    await expect(ask(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('a person who types stays logged in without a question, and a page that nobody touches does not', async ({
  page,
}) => {
  const told = await clockOf(page);
  await acceptPrivacy(page);
  await page.clock.fastForward(16 * MINUTE);
  await page.getByLabel('Titolo').pressSequentially('Buca');
  await expect.poll(() => told.kept).toBe(1);
  await page.clock.fastForward(16 * MINUTE);
  await expect(ask(page)).toBeHidden();
  told.seconds = 100;
  // The answer to what was typed may still have been on its way when the clock was put on.
  await expect(async () => {
    await page.clock.fastForward(14 * MINUTE);
    await expect(ask(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
  expect(told.kept).toBe(1);
});

test('a citizen whose login another page has kept is not asked', async ({ page }) => {
  const told = await clockOf(page);
  told.seconds = 1500;
  await page.clock.fastForward(28 * MINUTE);
  await expect(ask(page)).toBeHidden();
  expect(told.kept).toBe(0);
});

test('a page whose login is over says so, and leads back to itself', async ({ page, accessible, expected }) => {
  expected.errors.push(/401/);
  const told = await clockOf(page);
  await page.clock.fastForward(28 * MINUTE);
  await expect(ask(page)).toBeVisible();
  told.over = true;
  await page.clock.fastForward(MINUTE);
  await expect(page.getByRole('dialog', { name: "L'accesso è terminato" })).toBeVisible();
  await accessible(page, 'over');
  await page.getByRole('link', { name: 'Accedi di nuovo' }).click();
  await expect(page).toHaveURL(/\/login\?da=%2Fsegnalazione$/);
});

test('when the login is over nothing of the citizen is left on the screen, and no list can be read', async ({
  page,
  expected,
}) => {
  expected.errors.push(/401/);
  await page.goto('/area-riservata?scheda=posizioni');
  await touchIslands(page);
  await expect(page.getByText('BS-100101').first()).toBeVisible();
  await expect.poll(() => storedLists(page)).not.toEqual([]);
  const told = await clockOf(page);
  told.over = true;
  await page.clock.fastForward(31 * MINUTE);

  await expect(page.getByRole('dialog', { name: "L'accesso è terminato" })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Accedi di nuovo' })).toBeVisible();
  await expect(page.getByText('BS-100101')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Area riservata' })).toBeHidden();
  expect(await page.evaluate(() => document.cookie)).not.toContain('chiave-elenchi');
});

test('at the limit of eight hours the sentence that says so is announced, and the focus stays in the question', async ({
  page,
}) => {
  const told = await clockOf(page);
  await page.clock.fastForward(28 * MINUTE);
  await page.route('**/api/v1/portale/accesso', (route) => route.fulfill({ json: { data: { secondi: 100 } } }));
  await page.getByRole('button', { name: 'Resta collegato' }).click();
  await expect(ask(page).getByRole('status')).toHaveText(/quasi otto ore/);
  await expect(ask(page).getByRole('button', { name: 'Esci' })).toBeFocused();
  expect(told.kept).toBe(0);
});

test('a page left open is emptied when its citizen logs out in another tab', async ({ page, context, expected }) => {
  expected.errors.push(/401/);
  await acceptPrivacy(page);
  await page.getByLabel('Titolo').fill('Scritto prima di uscire');
  const other = await context.newPage();
  await other.goto('/');

  await logOut(other, true);

  await expect(page.getByRole('dialog', { name: "L'accesso è terminato" })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Titolo')).toBeHidden();
  await expect(page.getByRole('banner').getByText('Mario')).toBeHidden();
  await other.goto('/segnalazione?passo=dati');
  await expect(other).toHaveURL(/passo=privacy/);
  await logInByPages(other, 'mario', '/segnalazione?passo=dati');
  await expect(other.getByLabel('Titolo')).toHaveValue('Scritto prima di uscire');
});

test('a page left open is emptied when another citizen has logged in since', async ({ page }) => {
  await page.route('**/api/v1/portale/accesso', (route) =>
    route.fulfill({ json: { data: { secondi: 1500 } }, headers: { 'x-persona': 'un-altra' } }),
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('dialog', { name: "L'accesso è terminato" })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
});

test('the page understands the real answer of the portal about the login', async ({ page }) => {
  const answered = page.waitForResponse('**/api/v1/portale/accesso');
  await page.clock.fastForward(29 * MINUTE);
  const { data } = await (await answered).json();
  expect(data.secondi).toBeGreaterThan(1700);
  await expect(ask(page)).toBeHidden();
});

test('the button keeps the login at the portal itself', async ({ page, house }) => {
  // A minute and a half is left of the half hour.
  changeStore(house, 'update accessi set ultimo = ?', Date.now() - 28.5 * MINUTE);
  await page.clock.fastForward(28 * MINUTE);
  await page.getByRole('button', { name: 'Resta collegato' }).click();
  await expect(ask(page)).toBeHidden();
  const { data } = await (await page.request.get('/api/v1/portale/accesso')).json();
  expect(data.secondi).toBeGreaterThan(1700);
});

/** The login ends while a report is typed; logs in again, and expects the report to be there. */
async function expectTypedAfterLogin(page: Page, house: Portal): Promise<void> {
  await page.getByLabel('Titolo').fill('Scritto prima che finisse');
  await page.getByLabel('Dettagli').fill('Una lunga descrizione.');

  changeStore(house, 'delete from accessi');
  await page.clock.fastForward(29 * MINUTE);
  await page.getByRole('dialog', { name: "L'accesso è terminato" }).getByRole('link').click();
  await page.getByRole('button', { name: 'Entra con SPID' }).click();
  await page.getByRole('button', { name: 'Entra come Mario' }).click();
  await page.getByRole('button', { name: 'Riprendi' }).click();
  await expect(page).toHaveURL(/passo=dati/);
  await expect(page.getByLabel('Titolo')).toHaveValue('Scritto prima che finisse');
  await expect(page.getByLabel('Dettagli')).toHaveValue('Una lunga descrizione.');
}

test('a report that a citizen was typing when the login ended is there after the next login', async ({
  page,
  house,
  expected,
}) => {
  expected.errors.push(/401/);
  await acceptPrivacy(page);
  await expectTypedAfterLogin(page, house);
});

test('so it is on a line on which the part that saves has not arrived', async ({ page, house, expected }) => {
  expected.errors.push(/401/);
  await acceptPrivacy(page);
  const asked = page.waitForRequest(/keep-typed/);
  await page.route(/keep-typed/, () => {});
  await expectTypedAfterLogin(page, house);
  await asked;
});
