/**
 * The time by which the portal goes. On PostgreSQL it is the database's: hosts whose clocks differ must agree on leases, due times
 * and limits. An SQLite store has one host, and goes by its clock.
 */
import { sql } from 'kysely';
import type { PortalStore } from './open.server.ts';

/** How often the database is asked again, in ms: meanwhile a quartz drifts by some milliseconds. */
const SYNC_EVERY = 60_000;
/** An answer that took longer than this, in ms, tells the time too inexactly to be believed. */
const MAX_TRIP = 1_000;

/**
 * @property now ms since 1970 @property sync asks the database at once
 */
export type StoreClock = { now(): number; sync(): Promise<void>; stop(): void };

/** @throws PortalError `unavailable` when the database does not tell the time */
export async function openClock({ db, dialect }: Pick<PortalStore, 'db' | 'dialect'>): Promise<StoreClock> {
  if (dialect === 'sqlite') return { now: Date.now, sync: async () => undefined, stop: () => undefined };

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
  const sync = async (): Promise<void> => {
    const told = await ask();
    if (told.trip <= MAX_TRIP) ahead = told.ahead;
  };
  const timer = setInterval(() => {
    // The pool has logged why. The monotonic clock goes on, and the next time tells.
    sync().catch(() => undefined);
  }, SYNC_EVERY);
  timer.unref();
  return {
    now: () => Math.round(performance.now() + ahead),
    sync,
    stop: () => clearInterval(timer),
  };
}
