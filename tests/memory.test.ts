/** What requests leave behind once they are answered. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Portal, portal } from './portal.ts';

let house: Portal;
beforeAll(async () => {
  house = await portal({ COMPRESS: '0' }, ['--expose-gc', '--import', './tests/doubles/heap.ts']);
}, 30_000);
afterAll(() => house.end());

const PATHS = ['/segnalazione', '/nessuna-pagina', '/segnalazione/'];
/** Building a page takes 500 KB; some 2 KB of each stay while Node still learns the code, and what stayed of a request would be 15. */
const MOST_LEFT = 8_000;

const ask = async (path: string): Promise<string> => (await fetch(house.local + path, { redirect: 'manual' })).text();

async function askAll(times: number): Promise<void> {
  for (let n = 0; n < times; n++)
    await Promise.all(PATHS.flatMap((path) => Array.from({ length: 4 }, () => ask(path))));
}

/** Bytes that are still in use in the host's heap. */
async function heapLeft(): Promise<number> {
  const said = () => [...house.log().matchAll(/^heap (\d+)$/gm)];
  const before = said().length;
  process.kill(house.pid(), 'SIGUSR2');
  await expect.poll(() => said().length).toBeGreaterThan(before);
  return Number(said().at(-1)?.[1]);
}

test('the memory of answered requests is freed', async () => {
  await askAll(25);
  const before = await heapLeft();
  const times = 50;
  await askAll(times);
  const pages = times * PATHS.length * 4;
  expect((await heapLeft()) - before).toBeLessThan(pages * MOST_LEFT);
});
