/** Lists that the browser keeps for the way back: encrypted, and not needed. */
import type { Page } from '@playwright/test';
import { logIn, logOut } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { openData } from './flow.ts';
import { touchIslands } from './islands.ts';

const PLAIN = /Borgosereno|borgosereno|SF310|mobilità/;
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(Object.entries(sessionStorage).filter(([name]) => name.startsWith('elenco:'))),
  );
const enti = (page: Page) => page.getByLabel('Ente a cui scrivi').getByRole('option');

test('the lists in the browser are kept encrypted; without their key the page works, and makes another', async ({
  page,
}) => {
  await openData(page);
  await expect.poll(async () => Object.keys(await kept(page))).toHaveLength(2);
  const first = await kept(page);
  for (const value of Object.values(first)) {
    expect(value).not.toMatch(PLAIN);
    expect(Buffer.from(value, 'base64').toString()).not.toMatch(PLAIN);
  }
  const others = await page.evaluate(() => [...Object.values(localStorage), sessionStorage.avvio].join());
  expect(others).not.toMatch(PLAIN);
  const key = (await page.context().cookies()).find(({ name }) => name === 'chiave-elenchi');
  expect(key?.value).toMatch(/^[0-9a-f]{32}$/);
  const before = await enti(page).allTextContents();
  expect(before.join()).toMatch(PLAIN);

  await page.context().clearCookies({ name: 'chiave-elenchi' });
  await page.reload();
  expect(await enti(page).allTextContents()).toEqual(before);
  const again = async () => Object.entries(await kept(page)).filter(([name, value]) => first[name] !== value).length;
  await expect.poll(again).toBe(2);
  const anew = (await page.context().cookies()).find(({ name }) => name === 'chiave-elenchi');
  expect(anew?.value).not.toBe(key?.value);
});

test('the lists of the reserved area are kept encrypted, and are gone after the logout', async ({ page }) => {
  const MINE = /BS-100101|PL-300303|TARI|Mario|compostaggio/;
  await logIn(page, 'mario', '/area-riservata?scheda=posizioni');
  await touchIslands(page);
  await expect.poll(async () => Object.keys(await kept(page))).toContain('elenco:posizioni');
  await page.getByRole('link', { name: /^Documenti di .*BS-100101/ }).click();
  await expect.poll(async () => Object.keys(await kept(page)).join()).toMatch(/elenco:documenti-rappresentanza\//);
  await page.goto('/area-riservata?scheda=dichiarazioni');
  await expect.poll(async () => Object.keys(await kept(page))).toContain('elenco:dichiarazioni');
  const lists = await kept(page);
  expect(Object.keys(lists)).toHaveLength(3);
  for (const [name, value] of Object.entries(lists)) {
    expect(name).not.toMatch(MINE);
    expect(Buffer.from(value, 'base64').toString()).not.toMatch(MINE);
  }

  await logOut(page, true);
  expect(await kept(page)).toEqual({});
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('chiave-elenchi');
  await logIn(page, 'giulia', '/area-riservata?scheda=posizioni');
  await touchIslands(page);
  await expect.poll(async () => Object.keys(await kept(page))).toEqual(['elenco:posizioni']);
});

test('a list that cannot be read again after a change says so, and a retry brings it without a reload', async ({
  page,
  accessible,
  expected,
}) => {
  expected.errors.push(/net::ERR_FAILED/);
  await logIn(page, 'mario', '/area-riservata?scheda=posizioni');
  await touchIslands(page);
  const rows = page.getByRole('table', { name: 'Le tue posizioni' }).getByRole('row');
  const alert = page.getByRole('alert').filter({ hasText: 'Le tue posizioni: elenco non disponibile.' });
  await page.locator('summary', { hasText: 'Aggiungi una posizione' }).click();
  await page.getByLabel('Codice utente').fill('CL-500505');
  await page.getByLabel('Codice controllo').fill('T9W5KB');
  await page.route('**/api/v1/posizione/list', (route) => route.abort());
  await page.getByRole('button', { name: 'Aggiungi la posizione' }).click();
  await expect(alert).toBeVisible();
  await expect(page.getByText('Non hai ancora posizioni')).toHaveCount(0);
  await accessible(page, 'list away');
  await alert.getByRole('link', { name: 'Riprova' }).click();
  await expect(alert).toBeVisible();

  await page.unrouteAll();
  await page.evaluate(() => Object.assign(window, { stessa: true }));
  await alert.getByRole('link', { name: 'Riprova' }).click();
  await expect(rows.filter({ hasText: 'CL-500505' })).toBeVisible();
  await expect(alert).toHaveCount(0);
  await rows
    .filter({ hasText: 'CL-500505' })
    .getByRole('link', { name: /^Togli/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Togli la posizione' }).click();
  await expect(rows).toHaveCount(3);
  expect(await page.evaluate(() => 'stessa' in window)).toBe(true);
});
