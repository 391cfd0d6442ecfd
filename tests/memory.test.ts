/** What a request leaves behind: V8's own account of each collection of young memory. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Portal, portal } from './portal.ts';

let house: Portal;
beforeAll(async () => {
  house = await portal({ COMPRESS: '0' }, ['--trace-gc-nvp']);
}, 30_000);
afterAll(() => house.end());

async function ask(path: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await (await fetch(house.local + path, { redirect: 'manual' })).text();
}

test.each(['/segnalazione', '/nessuna-pagina', '/segnalazione/'])(
  'an answered request does not outlive the next collections: %s',
  async (path) => {
    await ask(path, 1000); // Compiled by then, as it will be for the rest of its life.
    const before = house.log().length;
    await ask(path, 1500);
    const collections = [
      ...house
        .log()
        .slice(before)
        .matchAll(/ gc=s .*? allocated=(\d+) promoted=(\d+) /g),
    ];
    const sum = (column: number) => collections.reduce((total, found) => total + Number(found[column]), 0);
    expect(collections.length).toBeGreaterThan(1);
    // With accessors of its own each request left a tenth.
    expect(sum(2) / sum(1)).toBeLessThan(0.03);
  },
  60_000,
);
