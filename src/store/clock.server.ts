/**
 * The time by which the portal goes. On PostgreSQL it is the database's: hosts whose clocks differ must agree on leases, due times
 * and limits. An SQLite store has one host, and goes by its clock, which may be set to another time while it runs.
 */
import { sql } from 'kysely';
import type { PortalStore } from './open.server.ts';

/** How often the database is asked again, in ms: meanwhile a quartz drifts by some milliseconds. */
const SYNC_EVERY = 60_000;
/** An answer that took longer than this, in ms, tells the time too inexactly to be believed. */
const MAX_TRIP = 1_000;

/** How often the host's clock is looked at, in ms. */
const LOOK_EVERY = 1_000;
/** From here on, in ms, a difference is no drift that was corrected but another time that was set. */
export const LEAST_JUMP = 10_000;

/**
 * @property now ms since 1970 @property sync asks the database at once
 */
export type StoreClock = { now(): number; sync(): Promise<void>; stop(): void };

/**
 * @param follow lets the store follow the clock of the host, which was set to another time (SQLite)
 * @throws PortalError `unavailable` when the database does not tell the time
 */
export async function openClock(
  { db, dialect }: Pick<PortalStore, 'db' | 'dialect'>,
  follow: () => Promise<void>,
): Promise<StoreClock> {
  if (dialect === 'sqlite') return hostClock(follow);

  /** How far the database is ahead of the host's monotonic clock, which does not jump when somebody sets the host's time. */
  const ask = async (): Promise<{ ahead: number; trip: number }> => {
    const began = performance.now();
    const { rows } = await sql<{
      at: number;
    }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db);
    const ended = performance.now();
    return { ahead: (rows[0]?.at as number) - (began + ended) / 2, trip: ended - began };
  };
  let { ahead } = await ask();
  return clockOf(
    () => ahead,
    async () => {
      const told = await ask();
      if (told.trip <= MAX_TRIP) ahead = told.ahead;
    },
    SYNC_EVERY,
  );
}

/** The host's clock, which goes on evenly when it is set to another time until the store has followed. */
function hostClock(follow: () => Promise<void>): StoreClock {
  const ask = () => Date.now() - performance.now();
  let ahead = ask();
  return clockOf(
    () => ahead,
    async () => {
      if (Math.abs(ask() - ahead) >= LEAST_JUMP) await follow();
      ahead = ask();
    },
    LOOK_EVERY,
  );
}

/** @param ahead how far the clock is ahead of the monotonic one, in ms @param every ms between two looks */
function clockOf(ahead: () => number, sync: () => Promise<void>, every: number): StoreClock {
  const timer = setInterval(() => {
    // The store has logged why. The monotonic clock goes on, and the next time tells.
    sync().catch(() => undefined);
  }, every);
  timer.unref();
  return { now: () => Math.round(performance.now() + ahead()), sync, stop: () => clearInterval(timer) };
}
