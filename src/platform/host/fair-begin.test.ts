import { expect, test } from 'vitest';
import { createFairBegin } from './fair-begin.ts';

test('a request of another network begins after a few of five hundred that came before it', async () => {
  const begin = createFairBegin();
  const begun: string[] = [];
  const ask = (network: string) =>
    new Promise<void>((done) =>
      begin(network, () => {
        begun.push(network);
        done();
      }),
    );
  const flood = Array.from({ length: 500 }, () => ask('203.0.113.7'));
  await ask('198.51.100.1');
  expect(begun.length).toBeLessThan(10);
  // One that comes in the middle of it, too.
  const before = begun.length;
  await ask('198.51.100.2');
  expect(begun.length - before).toBeLessThan(10);
  await Promise.all(flood);
  expect(begun).toHaveLength(502);
});
