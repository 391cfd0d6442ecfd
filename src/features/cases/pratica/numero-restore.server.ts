/** Makes sure that a number of a case is never given twice, not even after a backup was restored. */
import { sql } from 'kysely';
import { yearInRome } from '../../../platform/atoms/date.ts';
import type { PortalStore } from '../../../store/open.server.ts';
import type { StoreDb, StoreDialect, StoreTx } from '../../../store/tables.ts';
import { raiseNumeri } from './pratica.db.ts';

type OpenedStore = Pick<PortalStore, 'db' | 'dialect'>;

/** A copy made by `npm run data -- backup` has a row with this key. */
export const COPY_KEY = 'copia';
/** On PostgreSQL the store holds the identity of its own row; restoring a dump writes a new row, whose identity differs. */
const FINGERPRINT_KEY = 'impronta';
const ROW_FINGERPRINT = sql<string>`tableoid::text || '.' || xmin::text`;
const CURRENT_FINGERPRINT = sql<string>`'portale'::regclass::oid::text || '.' || pg_current_xact_id()::xid::text`;

/**
 * Runs at the start: when this store is a restored copy, numbers continue beyond any that may have been given since the copy.
 * @returns the first number that can come, or null when the store was not restored
 */
export function skipAfterRestore(store: OpenedStore, now: number): Promise<number | null> {
  return store.db.transaction().execute(async (tx) => {
    const isCopy = store.dialect === 'sqlite' ? await takeCopyMark(tx) : await wasPutBack(tx);
    return isCopy ? skipPastSeconds(tx, now) : null;
  });
}

/** Skips numbers by hand, after a restore that the portal cannot see: a disk, a snapshot, a lagging replica, a copy made otherwise. */
export function skipNumeri(store: OpenedStore, now: number): Promise<number> {
  return store.db.transaction().execute(async (tx) => {
    await acknowledgeStore(store, tx);
    return skipPastSeconds(tx, now);
  });
}

/** Confirms by hand that the store was only moved, and gave no number after the copy was made. */
export function acceptMove(store: OpenedStore): Promise<void> {
  return store.db.transaction().execute((tx) => acknowledgeStore(store, tx));
}

/** Whether the next start would find a restored copy here; changes nothing. */
export async function isRestoredCopy({ db, dialect }: OpenedStore): Promise<boolean> {
  if (dialect === 'sqlite') {
    const row = await db.selectFrom('portale').select('chiave').where('chiave', '=', COPY_KEY).executeTakeFirst();
    return row !== undefined;
  }
  const row = await db
    .selectFrom('portale')
    .select(['valore', ROW_FINGERPRINT.as('vera')])
    .where('chiave', '=', FINGERPRINT_KEY)
    .executeTakeFirst();
  return row !== undefined && row.valore !== row.vera;
}

/** Makes the next start find a restored copy. */
export async function markAsCopy(db: StoreDb, dialect: StoreDialect, now: number): Promise<void> {
  const mark = { chiave: dialect === 'sqlite' ? COPY_KEY : FINGERPRINT_KEY, valore: new Date(now).toISOString() };
  await db
    .insertInto('portale')
    .values(mark)
    .onConflict((c) => c.column('chiave').doUpdateSet(mark))
    .execute();
}

async function acknowledgeStore({ dialect }: OpenedStore, tx: StoreTx): Promise<void> {
  if (dialect === 'sqlite') await takeCopyMark(tx);
  else await wasPutBack(tx);
}

/** Removes the mark of a copy. @returns whether it was there */
async function takeCopyMark(tx: StoreTx): Promise<boolean> {
  const row = await tx.deleteFrom('portale').where('chiave', '=', COPY_KEY).returning('chiave').executeTakeFirst();
  return row !== undefined;
}

/** Compares the stored identity of the row with the real one, then stores the real one. @returns whether they differed */
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
 * Numbers continue from the seconds since new year. No ente opens a case each second all year long, so every number given this year is
 * lower, including those given after an earlier restore.
 */
async function skipPastSeconds(tx: StoreTx, now: number): Promise<number> {
  const year = yearInRome(now);
  const seconds = secondsOfYear(year, now);
  await raiseNumeri(tx, year, seconds);
  return seconds + 1;
}

/** Seconds since new year. Rome is one hour ahead of UTC then, so the result is never negative for an instant of that year. */
export const secondsOfYear = (year: number, instant: number): number =>
  Math.floor((instant + 3600_000 - Date.UTC(year, 0, 1)) / 1000);
