/** Listens to what transactions of any host announce, on a connection to PostgreSQL that is used for nothing else. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { writeSentence } from '../platform/log.server.ts';
import { systemFault } from '../platform/monitoring/faults.server.ts';
import { announceChange, CHANGES_CHANNEL } from './announce.server.ts';
import type { CaseChanges } from './changes.ts';
import type { StoreDb } from './tables.ts';

/** How soon an announcement that this host makes itself must come back, in ms. */
const ECHO_MS = 5_000;
/** Pauses, in ms: between two looks at whether the connection still lives, before a new one (growing), and where none can listen. */
const ALIVE_EVERY_MS = 10_000;
const AGAIN_MS = [1_000, 2_000, 5_000, 15_000];
const DEAF_MS = 600_000;
/** How long a connection may take to end by itself, in ms. */
const GOODBYE_MS = 1_000;

export type ListenOptions = {
  url: string;
  /** Over which the test announcement is made: another connection than the one that listens */
  db: StoreDb;
  /** How long PostgreSQL may take to answer, in ms */
  answer: number;
  /** Shorter in tests: {@link ECHO_MS}, {@link ALIVE_EVERY_MS} */
  echo?: number;
  aliveEvery?: number;
};

/**
 * Tells `changes` of each announcement, and whether announcements arrive at all. A pooler in transaction mode accepts `listen`, and
 * delivers nothing: so a connection counts only when an announcement made over another one comes back.
 */
export function listenForChanges(changes: CaseChanges, options: ListenOptions): { stop(): Promise<void> } {
  const end = new AbortController();
  let told = false;
  const loop = (async () => {
    for (let failures = 0; !end.signal.aborted; ) {
      const outcome = await listenOnce(changes, options, end.signal);
      failures = outcome === 'lost' ? failures + 1 : 0;
      if (outcome === 'deaf' && !told) {
        told = true;
        writeSentence(
          'info',
          'PostgreSQL non consegna gli avvisi tra host (PgBouncer in modo transaction?): le chat chiedono le novità ogni quattro secondi.',
        );
      }
      const wait = outcome === 'deaf' ? DEAF_MS : (AGAIN_MS[Math.min(failures, AGAIN_MS.length) - 1] ?? 0);
      await waitFor(wait, end.signal);
    }
  })();
  return {
    stop: async () => {
      end.abort();
      await loop;
    },
  };
}

/** @returns `deaf`: connected, and nothing is delivered; `heard`: it worked until now; `lost`: no connection */
async function listenOnce(
  changes: CaseChanges,
  { url, db, answer, echo = ECHO_MS, aliveEvery = ALIVE_EVERY_MS }: ListenOptions,
  signal: AbortSignal,
): Promise<'deaf' | 'heard' | 'lost'> {
  const { default: pg } = await import('pg');
  if (signal.aborted) return 'lost';
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    connectionTimeoutMillis: answer / 2,
    query_timeout: answer,
    keepAlive: true,
  });
  const gone = new AbortController();
  const token = randomUUID();
  const echoed = new AbortController();
  client.on('error', (error) => {
    if (!gone.signal.aborted) systemFault('postgres', error);
    gone.abort();
  });
  client.on('end', () => gone.abort());
  client.on('notification', ({ payload = '' }) => (payload === token ? echoed.abort() : changes.tell(payload)));
  const over = AbortSignal.any([signal, gone.signal]);
  // A question that is under way fails with it; a connection that is broken already cannot say goodbye.
  const closing = once(over, 'abort').then(async () => {
    await Promise.race([client.end().catch(() => undefined), pause(GOODBYE_MS)]);
    socket.destroy();
  });
  let heard = false;
  try {
    await client.connect();
    await client.query(`listen ${CHANGES_CHANNEL}`);
    await announceChange(db, token);
    await waitFor(echo, AbortSignal.any([over, echoed.signal]));
    if (!echoed.signal.aborted) return over.aborted ? 'lost' : 'deaf';
    heard = true;
    changes.hear(true);
    while (!over.aborted) {
      await waitFor(aliveEvery, over);
      if (!over.aborted) await client.query('select 1');
    }
  } catch (error) {
    if (!over.aborted) systemFault('postgres', error);
  } finally {
    changes.hear(false);
    gone.abort();
    await closing;
  }
  return heard ? 'heard' : 'lost';
}

/** @returns after this time, or when the signal comes */
const waitFor = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal }).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
