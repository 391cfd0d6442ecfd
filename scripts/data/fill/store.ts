/** Fills a new store with invented enti, positions, documents, cases and public reports: as many as a province has. */
import { sql } from 'kysely';
import { type FilledStore, fillEnti } from './enti.ts';
import { fillPosizioni, type PosizioniOrder } from './posizioni.ts';
import { fillPratiche, type PraticheOrder } from './pratiche.ts';
import { fillPubbliche } from './pubbliche.ts';

/** How much a store is to hold. */
export type FillOrder = PosizioniOrder & PraticheOrder;

const FILLED_TABLES = [
  'pratiche',
  'segnalazioni_pubbliche',
  'tappe_pubbliche',
  'eventi',
  'posizioni',
  'documenti',
  'rappresentanze',
];

/** @param store new, with the demo data; when this fails it is of no use */
export async function fillStore(store: FilledStore, order: FillOrder): Promise<void> {
  const { db, dialect } = store;
  // Nothing would be lost with this store that cannot be made again.
  if (dialect === 'sqlite')
    for (const pragma of ['synchronous = off', 'journal_mode = off', 'cache_size = -200000', 'temp_store = memory'])
      await sql.raw(`pragma ${pragma}`).execute(db);
  await fillEnti(store, order.enti);
  await withoutIndexes(store, async () => {
    await fillPosizioni(store, order);
    await fillPratiche(store, order);
    await fillPubbliche(store, order);
  });
  await (dialect === 'postgres' ? sql`vacuum analyze` : sql`pragma journal_mode = wal`).execute(db);
}

/** Indexes are made once the rows are there, which takes a fifth of the time. */
async function withoutIndexes({ db, dialect }: FilledStore, work: () => Promise<void>): Promise<void> {
  const filled = sql.join(FILLED_TABLES);
  const { rows } = await (dialect === 'postgres'
    ? sql<{ name: string; made: string }>`select indexname as name, indexdef as made from pg_indexes
        where tablename in (${filled}) and indexname in
        (select relname from pg_class join pg_index on pg_class.oid = indexrelid where not indisunique)`
    : sql<{ name: string; made: string }>`select name, sql as made from sqlite_master
        where type = 'index' and tbl_name in (${filled}) and sql is not null and sql not like 'create unique%'`
  ).execute(db);
  for (const { name } of rows) await db.schema.dropIndex(name).execute();
  await work();
  for (const { made } of rows) await sql.raw(made).execute(db);
}
