import { expect, test } from 'vitest';
import { createTurns, type WorkOwner } from './turns.server.ts';

const BUSY = 'Riprova tra poco.';
const anna: WorkOwner = { network: 'A', caller: 'anna' };

/** Work that ends on command, and the order in which each job began. */
function bench(over: { atOnce?: number; ms?: number } = {}) {
  const turn = createTurns({ atOnce: 1, ms: 60_000, busy: BUSY, ...over });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (who: WorkOwner, name: string) =>
    turn(who, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.push(end));
      return name;
    });
  /** Ends running work until none is left */
  async function finish(): Promise<void> {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise((then) => setImmediate(then));
    }
  }
  return { ask, begun, finish, turn };
}

test('networks take turns, and so do the callers of a network: sixty jobs of one delay another by one', async () => {
  const { ask, begun, finish } = bench();
  const asked = [
    ...Array.from({ length: 10 }, (_, n) => ask(anna, `anna ${n}`)),
    ...Array.from({ length: 3 }, (_, n) => ask({ network: 'A', caller: 'aldo' }, `aldo ${n}`)),
    ...Array.from({ length: 2 }, (_, n) => ask({ network: 'B', caller: 'bruno' }, `bruno ${n}`)),
  ];
  await finish();
  expect(begun.slice(0, 7)).toEqual(['anna 0', 'anna 1', 'bruno 0', 'aldo 0', 'bruno 1', 'anna 2', 'aldo 1']);
  expect((await Promise.all(asked)).length).toBe(15);
});

test('networks whose work takes seconds do not come turn after turn before one with little, for ten minutes', async () => {
  let at = 0;
  const turn = createTurns({ atOnce: 1, ms: 60_000, busy: BUSY, now: () => at });
  const order = async (pieces: readonly string[]) => {
    const begun: string[] = [];
    const work = (network: string) => async () => {
      begun.push(network);
      await new Promise((then) => setImmediate(then));
      at += network === 'V' ? 10 : 2000;
    };
    await Promise.all(pieces.map((network) => turn({ network, caller: '1' }, work(network))));
    return begun.join('');
  };
  await order(['A', 'B', 'C', 'D']);
  expect(await order(['A', 'B', 'C', 'D', 'A', 'B', 'C', 'D', 'V', 'V'])).toMatch(/^AVV/);
  at += 10 * 60_000;
  expect(await order(['A', 'B', 'C', 'V'])).toBe('ABCV');
});

test('no more jobs run than are allowed at once, also after one has failed', async () => {
  const { turn } = bench({ atOnce: 2 });
  let under = 0;
  let most = 0;
  const work = (fails: boolean) => async () => {
    most = Math.max(most, ++under);
    await new Promise((then) => setImmediate(then));
    under -= 1;
    if (fails) throw new Error('failed');
  };
  const ends = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => turn(anna, work(n % 3 === 0))));
  expect([most, ends.filter((end) => end.status === 'rejected').length]).toEqual([2, 4]);
});

test('a caller who cannot wait is refused with 503 in words: more than 20 jobs of a caller, 40 of a network, 200 of all', async () => {
  const { ask, finish, begun } = bench();
  const refused: string[] = [];
  const asked: Promise<unknown>[] = [];
  const queue = (who: WorkOwner, pieces: number) => {
    for (let n = 0; n < pieces; n++) {
      const name = `${who.network} ${who.caller}`;
      asked.push(ask(who, name).catch(({ status, message }) => refused.push(`${name} ${status} ${message}`)));
    }
  };
  queue({ network: 'A', caller: '1' }, 1 + 20 + 1);
  queue({ network: 'A', caller: '2' }, 20);
  queue({ network: 'A', caller: '3' }, 1);
  for (const network of ['B', 'C', 'D', 'E']) for (const caller of ['1', '2']) queue({ network, caller }, 20);
  queue({ network: 'F', caller: '1' }, 1);
  await new Promise((then) => setImmediate(then));
  expect(refused).toEqual([`A 1 503 ${BUSY}`, `A 3 503 ${BUSY}`, `F 1 503 ${BUSY}`]);
  await finish();
  await Promise.all(asked);
  expect(begun.length).toBe(201);
});

test('a caller who has waited too long is refused with 503 in words, and takes no turn from another', async () => {
  const { ask, begun, finish } = bench({ ms: 20 });
  const first = ask(anna, 'first');
  await expect(ask(anna, 'late')).rejects.toMatchObject({ status: 503, message: BUSY, fields: { file: [BUSY] } });
  const next = ask(anna, 'next');
  await finish();
  expect([await first, await next, begun]).toEqual(['first', 'next', ['first', 'next']]);
});
