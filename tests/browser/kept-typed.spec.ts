/** What is typed in a form is saved without a button, and without a connection it is there when the connection is back. */
import type { Page } from '@playwright/test';
import { logIn, logOut } from './accesso-flow.ts';
import { expect, newEmail, test, VISITOR_COOKIE } from './fixtures.ts';
import { BOZZE_API, openData, openReadyBozza } from './flow.ts';
import { withStore } from './store.ts';

const TITLE = 'Scritto e mai confermato';
/** What the browser prints while the line is gone. */
const OFFLINE_ERRORS = /net::ERR_/;
const copies = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('bozza:')));

async function typeTitle(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    (r) => r.url().endsWith(BOZZE_API) && (r.request().postData() ?? '').includes(TITLE),
  );
  await page.getByLabel('Titolo').fill(TITLE);
  await saved;
}

/** The connection goes once the citizen has begun to write. */
async function loseConnection(page: Page): Promise<void> {
  await openData(page);
  const key = page.waitForResponse((r) => r.url().endsWith('/bozze/chiave'));
  await page.getByLabel('Dettagli').fill('Da una settimana.');
  await key;
  await page.context().setOffline(true);
}

/** The citizen comes back in another tab. */
async function comeBack(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await page.close();
  await tab.goto('/segnalazione');
  return tab;
}

// The line of its pages is cut.
test.use({ ownBrowser: true });

test('a citizen who closes the tab without pressing a button finds what they typed', async ({ page }) => {
  await openData(page);
  await typeTitle(page);
  await expect(page.getByText('Salvato alle')).toHaveCount(0);
  const tab = await comeBack(page);
  await tab.getByRole('button', { name: 'Riprendi' }).click();
  await expect(tab.getByLabel('Titolo')).toHaveValue(TITLE);
});

test('the way back shows nothing of the guest who had the browser before', async ({ page, context, house, smtp }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('prima'), 'dati');
  await page.close();
  // As a browser forgets a visitor when it is closed: the pages that it has are still there.
  await context.clearCookies();
  const tab = await context.newPage();
  await openData(tab);
  await typeTitle(tab);
  await tab.goto('/informazioni/faq');
  await tab.goBack();
  await expect(tab.getByLabel('Titolo')).toHaveValue(TITLE);
  await expect(tab.locator('#email')).toHaveValue('');
});

test('a citizen who is logged in, or has asked to save, reads when it was last saved', async ({ page, accessible }) => {
  await openData(page);
  await page.getByRole('button', { name: /^Salva/ }).click();
  await page.getByRole('button', { name: 'Sì, salva per 7 giorni' }).click();
  await expect(page.getByText('La ritrovi in questa pagina per 7 giorni')).toBeVisible();
  await typeTitle(page);
  await expect(page.getByText(/^Salvato alle \d\d:\d\d\.$/)).toBeVisible();
  await accessible(page, 'saved');

  await logIn(page, 'mario', '/segnalazione?passo=dati');
  await page.getByLabel('Dettagli').fill('Da una settimana.');
  await expect(page.getByText(/^Salvato alle \d\d:\d\d\.$/)).toBeVisible();
});

test('without a connection what is typed stays in the browser, unreadable, and becomes the draft later', async ({
  page,
  expected,
}) => {
  expected.errors.push(OFFLINE_ERRORS);
  await loseConnection(page);
  await page.getByLabel('Titolo').fill(TITLE);
  await expect(page.getByText('quello che scrivi resta su questo dispositivo')).toBeVisible();
  expect(JSON.stringify(await copies(page))).not.toContain(TITLE);

  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
  await tab.route(`**${BOZZE_API}`, async (route) => {
    await pressed;
    await route.continue();
  });
  const sending = tab.waitForRequest(`**${BOZZE_API}`);
  await tab.goto('/segnalazione');
  await sending;
  // The copy is still on its way: the button waits for it.
  await tab.getByRole('button', { name: 'Riprendi' }).click();
  press();
  await expect(tab.getByLabel('Titolo')).toHaveValue(TITLE);
  expect(await copies(tab)).toEqual([]);
});

test('a copy is no draft by itself when the draft was changed meanwhile: the citizen chooses', async ({
  page,
  house,
  expected,
  accessible,
}) => {
  expected.errors.push(OFFLINE_ERRORS);
  await loseConnection(page);
  await page.getByLabel('Titolo').fill(TITLE);
  await expect.poll(async () => (await copies(page)).length).toBe(1);
  const changed = { privacy: 'on', oggetto: 'Da un’altra scheda' };
  withStore(house, (db) =>
    db
      .prepare("update bozze set aggiornata = aggiornata + 60000, mano = 'altra', valori_json = ?")
      .run(JSON.stringify(changed)),
  );
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto('/segnalazione');
  await expect(tab.getByText('Che cosa vuoi tenere?')).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Riprendi' })).toBeHidden();
  await accessible(tab, 'copy of a changed draft');
  expect(await copies(tab)).toHaveLength(1);
  await tab.getByRole('button', { name: 'Tieni quello che c’è qui' }).click();
  await expect(tab.getByLabel('Titolo')).toHaveValue(TITLE);
  expect(await copies(tab)).toEqual([]);
});

test('a citizen whose connection was gone before the first key reads that nothing is saved yet', async ({
  page,
  expected,
}) => {
  expected.errors.push(OFFLINE_ERRORS);
  await openData(page);
  await page.context().setOffline(true);
  await page.getByLabel('Titolo').fill(TITLE);
  await expect(page.getByText('Lascia aperta la pagina')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: /^Salva/ }).click();
  await page.getByRole('button', { name: 'Sì, salva per 7 giorni' }).click();
  await expect(page.getByText('La ritrovi in questa pagina per 7 giorni')).toBeVisible();
});

test('a connection that comes back saves what was typed meanwhile', async ({ page, expected }) => {
  expected.errors.push(OFFLINE_ERRORS);
  await loseConnection(page);
  await page.getByLabel('Titolo').fill(TITLE);
  await expect.poll(async () => (await copies(page)).length).toBe(1);
  const saved = page.waitForResponse(
    (r) => r.url().endsWith(BOZZE_API) && (r.request().postData() ?? '').includes(TITLE),
  );
  await page.context().setOffline(false);
  await saved;
  await expect.poll(() => copies(page)).toEqual([]);
});

test('a copy is of no use to the next guest of the browser', async ({ page, expected }) => {
  expected.errors.push(OFFLINE_ERRORS);
  await loseConnection(page);
  await page.getByLabel('Titolo').fill(TITLE);
  await expect.poll(async () => (await copies(page)).length).toBe(1);
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  // The browser was closed meanwhile.
  await tab.context().clearCookies({ name: VISITOR_COOKIE });

  await tab.goto('/segnalazione');
  await expect.poll(() => copies(tab)).toEqual([]);
  await expect(tab.getByRole('button', { name: 'Riprendi' })).toHaveCount(0);
});

test('after a logout no copy is left in the browser', async ({ page }) => {
  await logIn(page, 'mario', '/segnalazione');
  await page.evaluate(() => localStorage.setItem('bozza:/segnalazione', 'copia'));
  await logOut(page, true);
  await expect.poll(() => copies(page)).toEqual([]);
});
