/** What the browser has to fetch. */
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { touchIslands } from './islands.ts';

test('a page without a form loads no React, and one with a form does', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (r) => r.request().resourceType() === 'script' && scripts.push(r.text()));
  const react = async () => (await Promise.all(scripts)).filter((text) => text.includes('react.element')).length;
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts.length).toBeGreaterThan(0);
  expect(await react()).toBe(0);
  await page.goto('/segnalazione', { waitUntil: 'networkidle' });
  expect(await react()).toBeGreaterThan(0);
});

test('the positions need no React until a citizen turns to them, and a press before that is a plain link or POST', async ({
  page,
  expected,
}) => {
  expected.errors.push(
    /Failed to load resource: net::ERR_FAILED/,
    /Failed to fetch dynamically imported module|Importing a module script failed/,
  );
  const scripts: string[] = [];
  await logIn(page, 'mario');
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/area-riservata?scheda=posizioni', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /PosizioniPanel|client\./.test(url))).toEqual([]);
  await touchIslands(page);
  expect(scripts.filter((url) => /PosizioniPanel/.test(url))).toHaveLength(1);

  // Its scripts never come: all is still there.
  await page.route(/island|PosizioniPanel|client\./, (route) => route.abort());
  await page.goto('/area-riservata?scheda=posizioni', { waitUntil: 'networkidle' });
  await page.locator('summary', { hasText: 'Aggiungi una posizione' }).click();
  await page.getByLabel('Codice utente').fill('XX-000000');
  await page.getByLabel('Codice controllo').fill('000000');
  await page.getByRole('button', { name: 'Aggiungi la posizione' }).click();
  await expect(page.locator('#errori')).toBeVisible();
  await expect(page.getByLabel('Codice utente')).toHaveValue('XX-000000');
});
