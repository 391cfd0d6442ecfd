import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { withFreshStore } from '../../tests/rig.ts';
import { openClock } from './clock.server.ts';
import type { StoreDb } from './tables.ts';

const HOUR = 3600_000;
/** Two clocks that agree differ by less than this, in ms, however busy the machine is. */
const APART = 60_000;

const neverFollows = () => Promise.reject(new Error('the database has its own clock'));

afterEach(() => {
  vi.restoreAllMocks();
});

async function databaseNow(db: StoreDb): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const [{ at } = { at: new Date(Number.NaN) }] = rows;
  return at.getTime();
}

test('hosts whose clocks are two hours apart go by the database’s', () =>
  withFreshStore('postgres', async (store) => {
    const real = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + 2 * HOUR);
    const clock = await openClock(store, neverFollows);
    expect(Math.abs(clock.now() - (await databaseNow(store.db)))).toBeLessThan(APART);
    vi.spyOn(Date, 'now').mockImplementation(() => real() - HOUR);
    expect(Math.abs(clock.now() - (await databaseNow(store.db)))).toBeLessThan(APART);
    expect(Number.isInteger(clock.now())).toBe(true);
    clock.stop();
  }));

test('a host that slept asks the database again', () =>
  withFreshStore('postgres', async (store) => {
    const clock = await openClock(store, neverFollows);
    const real = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => real() - HOUR);
    expect((await databaseNow(store.db)) - clock.now()).toBeGreaterThan(HOUR - APART);
    await clock.sync();
    expect(Math.abs(clock.now() - (await databaseNow(store.db)))).toBeLessThan(APART);
    clock.stop();
  }));

test('an SQLite store goes by the clock of its host, and by its new time only once the store has followed', () =>
  withFreshStore('sqlite', async (store) => {
    const real = Date.now;
    const follow = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('store away')).mockResolvedValue();
    const clock = await openClock(store, follow);
    const isAt = (by: number) => expect(Math.abs(clock.now() - (real() + by))).toBeLessThan(APART);
    await clock.sync();
    isAt(0);
    expect(follow).not.toHaveBeenCalled();
    vi.spyOn(Date, 'now').mockImplementation(() => real() - 2 * HOUR);
    isAt(0);
    await expect(clock.sync()).rejects.toThrow('store away');
    isAt(0);
    await clock.sync();
    isAt(-2 * HOUR);
    await clock.sync();
    expect(follow).toHaveBeenCalledTimes(2);
    clock.stop();
  }));
