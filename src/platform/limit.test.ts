import { afterEach, describe, expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE, onBoth, type Rig } from '../../tests/rig.ts';
import type { CallContext, PortalHouse } from '../context.ts';
import { networkOf } from './address.ts';
import { type AttemptLimit, countAttempts, giveBack, isLimitReached, requireWithinLimits } from './limit.server.ts';

const ctxOf = (house: PortalHouse) => ({ house, db: house.db, now: house.now() }) as CallContext;
const limit = (over: Partial<AttemptLimit> = {}): AttemptLimit => ({
  name: 'prova',
  who: 'anna',
  times: 3,
  minutes: 15,
  ...over,
});
const waits = async (rig: Rig, n: number, ...limits: AttemptLimit[]) => {
  const all: number[] = [];
  for (let i = 0; i < n; i++) all.push(await countAttempts(ctxOf(rig.house), limits));
  return all;
};

onBoth('a limit', (rig) => {
  afterEach(() => vi.restoreAllMocks());

  test('that is reached leaves one line an hour in the log, which does not name the caller', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const name = `prova:${rig.house.dialect}`;
    const asked = async (who: string) => waits(rig, 5, limit({ name, who }));
    await asked('anna@esempio.it');
    await asked('203.0.113.7');
    expect(await isLimitReached(ctxOf(rig.house), [limit({ name })])).toBe(0);
    expect(warn.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
      { time: expect.any(String), level: 'warn', message: 'limite raggiunto', limit: name },
    ]);
    rig.clock.pass(HOUR);
    await asked('anna@esempio.it');
    expect(warn).toHaveBeenCalledTimes(2);
    // The line is also written when the limit is asked without counting.
    rig.clock.pass(HOUR);
    await waits(rig, 3, limit({ name }));
    expect(await isLimitReached(ctxOf(rig.house), [limit({ name })])).toBe(900);
    expect(warn).toHaveBeenCalledTimes(3);
  });

  test('counts five hundred calls at once one by one, and writes nothing of those that are too many', async () => {
    const { db } = rig.house;
    const begun = vi.spyOn(db, 'transaction');
    const all = await Promise.all(Array.from({ length: 500 }, () => waits(rig, 1, limit())));
    expect(all.flat().filter((wait) => wait === 0)).toHaveLength(3);
    expect(new Set(all.flat())).toEqual(new Set([0, 900]));
    expect(begun).toHaveBeenCalledTimes(3);
    // Nothing of it is remembered: what was given back, or is over, can be used.
    await giveBack(ctxOf(rig.house), [limit()]);
    expect(await waits(rig, 2, limit())).toEqual([0, 900]);
  });

  test('that two visitors of a network share holds neither up for the other’s own', async () => {
    const network = limit({ name: 'rete', who: 'rete', times: 100 });
    const of = (who: string) => requireWithinLimits(ctxOf(rig.house), [limit({ who }), network]);
    const [anna, bruno] = await Promise.all(
      ['anna', 'bruno'].map((who) => Promise.allSettled(Array.from({ length: 5 }, () => of(who)))),
    );
    for (const asked of [anna, bruno])
      expect(asked?.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), ...Array(2).fill('rejected')]);
  });

  test('lets so many calls pass, and then tells how long to wait', async () => {
    expect(await waits(rig, 4, limit())).toEqual([0, 0, 0, 900]);
  });

  test('allows no burst where two windows meet', async () => {
    await waits(rig, 1, limit());
    rig.clock.pass(14 * MINUTE);
    await waits(rig, 2, limit());
    rig.clock.pass(2 * MINUTE);
    expect(await waits(rig, 2, limit())).toEqual([0, 12 * 60 + 60]);
  });

  test('ends when its time has passed, to the second', async () => {
    await waits(rig, 3, limit());
    rig.clock.pass(15 * MINUTE - 1);
    expect(await waits(rig, 1, limit())).toEqual([1]);
    rig.clock.pass(1);
    expect(await waits(rig, 1, limit())).toEqual([0]);
  });

  test('does not count a call that was refused', async () => {
    await waits(rig, 10, limit());
    rig.clock.pass(15 * MINUTE);
    expect(await waits(rig, 3, limit())).toEqual([0, 0, 0]);
  });

  test('counts each caller and each name separately', async () => {
    await waits(rig, 3, limit());
    expect(await waits(rig, 1, limit({ who: 'bruno' }))).toEqual([0]);
    expect(await waits(rig, 1, limit({ name: 'altro' }))).toEqual([0]);
  });

  test('counts together with others or not at all, and the longest wait is told', async () => {
    const day = limit({ name: 'giorno', times: 1, minutes: 1440 });
    const hour = limit({ name: 'ora', times: 5, minutes: 60 });
    expect(await waits(rig, 4, day, hour)).toEqual([0, DAY / 1000, DAY / 1000, DAY / 1000]);
    expect(await waits(rig, 5, hour)).toEqual([0, 0, 0, 0, 3600]);
  });

  test('lets fifty calls at once from two hosts do no more than fifty in a row', async () => {
    const other = await rig.otherHost();
    const both = Array.from({ length: 50 }, (_, i) => countAttempts(ctxOf(i % 2 ? rig.house : other), [limit()]));
    expect((await Promise.all(both)).filter((wait) => wait === 0)).toHaveLength(3);
  });

  test('does not make callers that share several limits lock each other', async () => {
    const [a, b] = [limit({ name: 'a', times: 100 }), limit({ name: 'b', times: 100 })];
    const calls = Array.from({ length: 30 }, (_, i) => countAttempts(ctxOf(rig.house), i % 2 ? [a, b] : [b, a]));
    expect(await Promise.all(calls)).toEqual(Array(30).fill(0));
  });

  test('does not count a question whether it is reached', async () => {
    for (let i = 0; i < 5; i++) expect(await isLimitReached(ctxOf(rig.house), [limit()])).toBe(0);
    await waits(rig, 3, limit());
    expect(await isLimitReached(ctxOf(rig.house), [limit()])).toBe(900);
  });

  test('refuses with the seconds to wait', async () => {
    await waits(rig, 3, limit());
    await expect(requireWithinLimits(ctxOf(rig.house), [limit()])).rejects.toMatchObject({
      code: 'too_many',
      retryAfter: 900,
    });
  });

  test('stores no caller in clear', async () => {
    await waits(rig, 1, limit({ who: 'anna@esempio.it' }));
    expect(await rig.dump()).not.toContain('anna');
  });

  test('is multiplied by LIMITS_FACTOR', async () => {
    const wide = { ...rig.house, settings: { ...rig.house.settings, limitsFactor: 2 } };
    for (let i = 0; i < 6; i++) expect(await countAttempts(ctxOf(wide), [limit()])).toBe(0);
    expect(await countAttempts(ctxOf(wide), [limit()])).toBe(900);
  });
});

describe('the network of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['sconosciuto', 'sconosciuto'],
  ])('%s is counted as %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});
