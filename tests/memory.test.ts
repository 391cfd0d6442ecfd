/** What requests leave behind once they are answered. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Portal, portal } from './portal.ts';

let house: Portal;
beforeAll(async () => {
  // Building these pages takes two gigabytes: 15 KB that stayed of each would not fit.
  house = await portal({ COMPRESS: '0' }, ['--max-old-space-size=64']);
}, 30_000);
afterAll(() => house.end());

const ask = async (path: string): Promise<string> => (await fetch(house.local + path, { redirect: 'manual' })).text();

test('the memory of answered requests is freed: thousands of pages fit into 64 MB', async () => {
  for (const path of ['/segnalazione', '/nessuna-pagina', '/segnalazione/'])
    for (let n = 0; n < 150; n++) await Promise.all(Array.from({ length: 10 }, () => ask(path)));

  expect((await fetch(`${house.local}/readyz`)).status, house.log()).toBe(200);
}, 90_000);
