/** A number once given is given to nobody else, also when the store is put back as it was before. */
import { sql } from 'kysely';
import { anno } from '../../../platform/atoms/date.ts';
import type { Store, Tx } from '../../../store/open.server.ts';
import { numeriOltre } from './pratica.db.ts';

type Open = Pick<Store, 'db' | 'dialect'>;

/** A copy made by `scripts/backup.ts` says that it is one. */
export const COPIA = 'copia';
/** On PostgreSQL the store knows its own row: a dump that is put back writes it anew. */
const IMPRONTA = 'impronta';
const VERA = sql<string>`tableoid::text || '.' || xmin::text`;
const DI_ORA = sql<string>`'portale'::regclass::oid::text || '.' || pg_current_xact_id()::xid::text`;

/**
 * At the start: when this store is a copy that was put back, numbers go on beyond any that it may have given since.
 * @returns the first number that may come, or null when the store is the one it always was
 */
export function dopoRipristino(store: Open, now: number): Promise<number | null> {
  return store.db.transaction().execute(async (tx) => {
    const copia = store.dialect === 'sqlite' ? await copiaDi(tx) : await rimesso(tx);
    return copia ? salta(tx, now) : null;
  });
}

/** Told by hand: what was put back is a disk, a snapshot, a replica that had fallen behind, or a copy made otherwise. */
export function ripristinato(store: Open, now: number): Promise<number> {
  return store.db.transaction().execute(async (tx) => {
    await riconosci(store, tx);
    return salta(tx, now);
  });
}

/** Told by hand: the store has only changed place, and nothing was given after the copy was made. */
export function spostato(store: Open): Promise<void> {
  return store.db.transaction().execute((tx) => riconosci(store, tx));
}

async function riconosci({ dialect }: Open, tx: Tx): Promise<void> {
  if (dialect === 'sqlite') await copiaDi(tx);
  else await rimesso(tx);
}

/** @returns whether the mark was there; it goes */
async function copiaDi(tx: Tx): Promise<boolean> {
  const row = await tx.deleteFrom('portale').where('chiave', '=', COPIA).returning('chiave').executeTakeFirst();
  return row !== undefined;
}

/** @returns whether this row was written by another transaction, or in another table, than the one it names; it names them anew */
async function rimesso(tx: Tx): Promise<boolean> {
  await tx
    .insertInto('portale')
    .values({ chiave: IMPRONTA, valore: DI_ORA })
    .onConflict((c) => c.doNothing())
    .execute();
  const row = await tx
    .selectFrom('portale')
    .select(['valore', VERA.as('vera')])
    .where('chiave', '=', IMPRONTA)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.valore === row.vera) return false;
  await tx.updateTable('portale').set({ valore: DI_ORA }).where('chiave', '=', IMPRONTA).execute();
  return true;
}

/**
 * Numbers go on from the seconds that have passed since new year: no body opens a case a second all year long, so every number given
 * this year lies below, those given after an earlier restore included.
 */
async function salta(tx: Tx, now: number): Promise<number> {
  const questo = anno(now);
  // In winter Rome is an hour ahead: never below zero.
  const secondi = Math.floor((now + 3600_000 - Date.UTC(questo, 0, 1)) / 1000);
  await numeriOltre(tx, questo, secondi);
  return secondi + 1;
}
