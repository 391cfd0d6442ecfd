/** A number once given is given to nobody else, also when the store is put back as it was before. */
import { sql } from 'kysely';
import { yearInRome } from '../../../platform/atoms/date.ts';
import type { PortalStore, StoreTx } from '../../../store/open.server.ts';
import { raiseNumeri } from './pratica.db.ts';

type OpenedStore = Pick<PortalStore, 'db' | 'dialect'>;

/** A copy made by `scripts/backup.ts` says that it is one. */
export const COPY_KEY = 'copia';
/** On PostgreSQL the store knows its own row: a dump that is put back writes it anew. */
const FINGERPRINT_KEY = 'impronta';
const ROW_FINGERPRINT = sql<string>`tableoid::text || '.' || xmin::text`;
const CURRENT_FINGERPRINT = sql<string>`'portale'::regclass::oid::text || '.' || pg_current_xact_id()::xid::text`;

/**
 * At the start: when this store is a copy that was put back, numbers go on beyond any that it may have given since.
 * @returns the first number that may come, or null when the store is the one it always was
 */
export function skipAfterRestore(store: OpenedStore, now: number): Promise<number | null> {
  return store.db.transaction().execute(async (tx) => {
    const isCopy = store.dialect === 'sqlite' ? await takeCopyMark(tx) : await wasPutBack(tx);
    return isCopy ? skipPastSeconds(tx, now) : null;
  });
}

/** Told by hand: what was put back is a disk, a snapshot, a replica that had fallen behind, or a copy made otherwise. */
export function skipNumeri(store: OpenedStore, now: number): Promise<number> {
  return store.db.transaction().execute(async (tx) => {
    await acknowledgeStore(store, tx);
    return skipPastSeconds(tx, now);
  });
}

/** Told by hand: the store has only changed place, and nothing was given after the copy was made. */
export function acceptMove(store: OpenedStore): Promise<void> {
  return store.db.transaction().execute((tx) => acknowledgeStore(store, tx));
}

async function acknowledgeStore({ dialect }: OpenedStore, tx: StoreTx): Promise<void> {
  if (dialect === 'sqlite') await takeCopyMark(tx);
  else await wasPutBack(tx);
}

/** @returns whether the mark was there; it goes */
async function takeCopyMark(tx: StoreTx): Promise<boolean> {
  const row = await tx.deleteFrom('portale').where('chiave', '=', COPY_KEY).returning('chiave').executeTakeFirst();
  return row !== undefined;
}

/** @returns whether this row was written by another transaction, or in another table, than the one it names; it names them anew */
async function wasPutBack(tx: StoreTx): Promise<boolean> {
  await tx
    .insertInto('portale')
    .values({ chiave: FINGERPRINT_KEY, valore: CURRENT_FINGERPRINT })
    .onConflict((c) => c.doNothing())
    .execute();
  const row = await tx
    .selectFrom('portale')
    .select(['valore', ROW_FINGERPRINT.as('vera')])
    .where('chiave', '=', FINGERPRINT_KEY)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.valore === row.vera) return false;
  await tx.updateTable('portale').set({ valore: CURRENT_FINGERPRINT }).where('chiave', '=', FINGERPRINT_KEY).execute();
  return true;
}

/**
 * Numbers go on from the seconds that have passed since new year: no ente opens a case a second all year long, so every number given
 * this year lies below, those given after an earlier restore included.
 */
async function skipPastSeconds(tx: StoreTx, now: number): Promise<number> {
  const year = yearInRome(now);
  // In winter Rome is an hour ahead: never below zero.
  const seconds = Math.floor((now + 3600_000 - Date.UTC(year, 0, 1)) / 1000);
  await raiseNumeri(tx, year, seconds);
  return seconds + 1;
}
