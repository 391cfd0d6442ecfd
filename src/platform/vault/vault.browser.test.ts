import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openBrowser } from './fake-browser.ts';
import { forgetAll, keepList, recallList } from './vault.browser.ts';

const Positions = z.array(z.object({ Id: z.string(), intestatario: z.string() }));
const mine = [{ Id: 'POS-0001', intestatario: 'Mària Rossi' }];
const HOUR = 3_600_000;

let browser = openBrowser();
beforeEach(() => {
  browser = openBrowser();
});

function stored(): string {
  return JSON.stringify(Object.entries(browser.storage));
}

test('a list comes back as it was kept, accents included', async () => {
  await keepList('posizioni', mine);
  expect(await recallList('posizioni', Positions)).toEqual(mine);
});

test('a large list is kept whole', async () => {
  const many = Array.from({ length: 5000 }, (_, n) => ({ Id: `P${n}`, intestatario: 'è'.repeat(20) }));
  await keepList('posizioni', many);
  expect(await recallList('posizioni', Positions)).toEqual(many);
});

test('no text of a list can be read in storage, plain or base64', async () => {
  await keepList('posizioni', mine);
  const kept = stored();
  for (const word of ['POS-0001', 'Rossi', 'intestatario']) {
    expect(kept).not.toContain(word);
    expect(kept).not.toContain(btoa(word).slice(0, -4));
  }
  expect(kept).not.toContain(browser.jar.cookie.split('=')[1]);
});

test('the key is 16 random bytes as hex in a readable cookie of one hour, for the whole site', async () => {
  await keepList('posizioni', mine);
  expect(browser.jar.written).toHaveLength(1);
  expect(browser.jar.written[0]).toMatch(/^chiave-elenchi=[0-9a-f]{32}; Max-Age=3600; Path=\/; SameSite=Lax$/);
});

test('on https the key is only sent over https', async () => {
  browser = openBrowser('https://comune.example/');
  await keepList('posizioni', mine);
  expect(browser.jar.written[0]).toMatch(/; Secure$/);
});

test('a key set by the server is used unchanged', async () => {
  browser.jar.cookie = `chiave-elenchi=${'0f'.repeat(16)}; Max-Age=3600`;
  await keepList('posizioni', mine);
  expect(browser.jar.written).toHaveLength(1);
  expect(await recallList('posizioni', Positions)).toEqual(mine);
});

test('keeping a list again does not extend the hour of the key', async () => {
  await keepList('posizioni', mine);
  browser.jar.now = HOUR - 1;
  await keepList('posizioni', mine);
  expect(await recallList('posizioni', Positions)).toEqual(mine);

  browser.jar.now = HOUR;
  expect(await recallList('posizioni', Positions)).toBeUndefined();
});

test('lists are removed when the key has expired', async () => {
  await keepList('posizioni', mine);
  browser.storage.setItem('altro', 'non nostro');
  browser.jar.now = HOUR;
  await recallList('segnalazioni', Positions);
  expect(Object.keys(browser.storage)).toEqual(['altro']);
});

test('a new key does not decrypt the lists of an older key', async () => {
  await keepList('posizioni', mine);
  browser.jar.cookie = `chiave-elenchi=${'ab'.repeat(16)}; Max-Age=3600`;
  expect(await recallList('posizioni', Positions)).toBeUndefined();
});

test('a malformed key counts as no key', async () => {
  for (const key of ['', 'corta', 'Z'.repeat(32), 'a'.repeat(33)]) {
    browser.jar.cookie = `chiave-elenchi=${key}; Max-Age=3600`;
    expect(await recallList('posizioni', Positions)).toBeUndefined();
  }
});

test('changed, cut or foreign content is not recalled and never throws', async () => {
  await keepList('posizioni', mine);
  const [name = '', sealed = ''] = Object.entries(browser.storage)[0] as [string, string];
  const flipped = sealed.slice(0, 20) + (sealed[20] === 'A' ? 'B' : 'A') + sealed.slice(21);
  for (const forged of ['', 'x', '€€€', JSON.stringify(mine), sealed.slice(0, 30), flipped, sealed.slice(4)]) {
    browser.storage.setItem(name, forged);
    expect(await recallList('posizioni', Positions)).toBeUndefined();
  }
});

test('a list moved under the name of another cannot be decrypted', async () => {
  await keepList('enti-categoria/SF500', mine);
  const sealed = Object.values(browser.storage)[0] as string;
  browser.storage.setItem('elenco:enti-categoria/SF510', sealed);
  expect(await recallList('enti-categoria/SF510', Positions)).toBeUndefined();
  expect(await recallList('enti-categoria/SF500', Positions)).toEqual(mine);
});

test('a list of another shape than today’s is not recalled', async () => {
  await keepList('posizioni', [{ Id: 7 }]);
  expect(await recallList('posizioni', Positions)).toBeUndefined();
});

test('the same list kept twice looks different each time', async () => {
  await keepList('posizioni', mine);
  const first = stored();
  await keepList('posizioni', mine);
  expect(stored()).not.toBe(first);
});

test('logout leaves neither lists nor key, and the next list gets another key', async () => {
  await keepList('posizioni', mine);
  await keepList('enti-categoria/SF510', mine);
  const key = browser.jar.cookie;
  forgetAll();
  expect(Object.keys(browser.storage)).toEqual([]);
  expect(browser.jar.cookie).toBe('');

  await keepList('posizioni', mine);
  expect(browser.jar.cookie).not.toBe(key);
});

test('a list that was being encrypted at logout is not left in storage', async () => {
  const keeping = keepList('posizioni', mine);
  forgetAll();
  await keeping;
  expect(Object.keys(browser.storage)).toEqual([]);
});

test('a full storage keeps nothing, not even the older list', async () => {
  await keepList('posizioni', mine);
  browser.storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  await keepList('posizioni', []);
  expect(Object.keys(browser.storage)).not.toContain('elenco:posizioni');
});

test('without cryptography (plain http on a network address) nothing is kept and nothing breaks', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await keepList('posizioni', mine);
  expect(await recallList('posizioni', Positions)).toBeUndefined();
  expect(stored()).toBe('[]');
  vi.unstubAllGlobals();
});
