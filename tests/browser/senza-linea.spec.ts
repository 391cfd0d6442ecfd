/** The still shell of the form of a report: what a browser stores of it, what it shows without a connection, and how it is switched off. */
import type { Page } from '@playwright/test';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import {
  acceptPrivacy,
  attachFiles,
  countPratiche,
  fillData,
  goToSummary,
  pngFile,
  pressSend,
  readProtocollo,
  sendSegnalazione,
  typeEmailCode,
} from './flow.ts';

test.use({ serviceWorkers: 'allow' });

/** What the browser prints while the line is gone. */
const OFFLINE_ERRORS = /net::ERR_/;
const SCOPE = '/segnalazione';

test.beforeEach(({ expected }) => {
  expected.errors.push(OFFLINE_ERRORS);
});

/** The first visit of the form has the browser keep its shell. */
async function keepShell(page: Page): Promise<void> {
  await page.goto('/segnalazione');
  const state = () =>
    page.evaluate(async (scope) => (await navigator.serviceWorker.getRegistration(scope))?.active?.state, SCOPE);
  await expect.poll(state).toBe('activated');
}

/** Everything in Cache Storage: address, and its text. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push({
          path: new URL(request.url).pathname,
          text: (await (await cache.match(request))?.text()) ?? '',
        });
    }
    return found;
  });

test('the form opens without a connection, and what is written there is sent by hand when it is back', async ({
  page,
  house,
  code,
  accessible,
}) => {
  const email = newEmail('guscio');
  await keepShell(page);
  await page.context().setOffline(true);
  await page.goto('/segnalazione');
  await expect(page.getByText('Sei senza connessione')).toBeVisible();
  await accessible(page, 'shell');
  await acceptPrivacy(page);
  await fillData(page, email);
  await attachFiles(page, pngFile('buca.png'), true);
  await expect(page.locator('.allegati b', { hasText: 'buca.png' })).toBeVisible();
  await goToSummary(page);
  await pressSend(page);
  await expect(page.getByRole('heading', { name: 'La segnalazione è in attesa' })).toBeFocused();

  // The page that knew nobody makes way for the one of the portal.
  await page.context().setOffline(false);
  await expect(page.getByText('Sei senza connessione')).toHaveCount(0);
  await expect(page.getByText('non è di nessuno finché non lo dici')).toHaveCount(2);
  await expect(page.getByText('Lampione spento')).toHaveCount(0);
  await accessible(page, 'nobody’s');
  expect(countPratiche(house, email)).toBe(0);
  await page.getByRole('button', { name: 'È mia: apri' }).click();
  await expect(page).toHaveURL(/passo=dati/);
  await expect(page.locator('#oggetto')).toHaveValue('Lampione spento');
  await expect(page.locator('.allegati b', { hasText: 'buca.png' })).toBeVisible();
  await typeEmailCode(page, { email, code });
  await goToSummary(page);
  await pressSend(page);
  await readProtocollo(page);
  expect(countPratiche(house, email)).toBe(1);
});

test('a browser stores no page of a person and no answer of a call', async ({ page, house, smtp }) => {
  await keepShell(page);
  const sent = await sendSegnalazione({ house, smtp }, newEmail('cache'));
  await logIn(page, 'mario');
  await page.goto('/area-riservata?scheda=pratiche');
  await page.goto('/segnalazione');
  await page.goto(sent.chatUrl);
  await page.goto('/login');
  const found = await cached(page);
  expect(found.map(({ path }) => path)).toContain('/segnalazione/senza-linea');
  expect(found.filter(({ path }) => !path.startsWith('/_astro/')).map(({ path }) => path)).toEqual([
    '/segnalazione/senza-linea',
  ]);
  const shell = found.find(({ path }) => path === '/segnalazione/senza-linea')?.text ?? '';
  expect(shell).toContain('Sei senza connessione');
  for (const personal of ['Mario', 'name="_token" value="e', 'data-per=']) expect(shell).not.toContain(personal);
});

test('a person who is logged in gets a shell that knows nobody', async ({ page }) => {
  await logIn(page, 'mario', '/segnalazione');
  await keepShell(page);
  await page.context().setOffline(true);
  await page.goto('/segnalazione?passo=dati');
  await expect(page.getByText('Sei senza connessione')).toBeVisible();
  await expect(page.getByText('Mario')).toHaveCount(0);
  // Other pages are not there.
  await expect(page.goto('/area-riservata')).rejects.toThrow(/ERR_/);
});

test('the files of an earlier version go when another takes its place', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => caches.open('senza-linea:versione-di-prima'));
  await keepShell(page);
  const names = await page.evaluate(() => caches.keys());
  expect(names).toEqual([expect.stringMatching(/^senza-linea:[0-9a-f]{12}$/)]);
});

test('a browser that saves data keeps no shell', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto('/segnalazione');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
