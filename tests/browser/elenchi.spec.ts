/** Lists that the browser keeps for the way back: readable by nobody, missed by nobody. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { apriDati } from './passi.ts';

const PLAIN = /Borgosereno|borgosereno|SF310|mobilità/;
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(Object.entries(sessionStorage).filter(([name]) => name.startsWith('elenco:'))),
  );
const enti = (page: Page) => page.getByLabel('Ente a cui scrivi').getByRole('option');

test('lists are kept encrypted; without their key the page works, and makes another', async ({ page }) => {
  await apriDati(page);
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
