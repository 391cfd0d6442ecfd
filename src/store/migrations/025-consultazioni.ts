/** Migration 25: which operator opened which case, and when: kept apart from the case, and never changed. */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';

/** One row per case, operator and hour at most: its key is all that a case page writes to. */
export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await db.schema
    .createTable('consultazioni')
    .addColumn('pratica', 'text', (c) => c.notNull().references('pratiche.id').onDelete('cascade'))
    .addColumn('chi', 'text', (c) => c.notNull())
    .addColumn('ora', 'integer', (c) => c.notNull())
    .addColumn('quando', 'bigint', (c) => c.notNull())
    .addColumn('giorno', 'text', (c) => c.notNull())
    .addColumn('ufficio', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('consultazioni_pk', ['pratica', 'chi', 'ora'])
    .execute();
  await refuseChanges(db, dialect);
}

/** Written once: the store itself refuses to change a row. It goes only together with its case. */
async function refuseChanges(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`create trigger consultazioni_immutabili before update on consultazioni
      begin select raise(abort, 'consultazioni: append only'); end`.execute(db);
    return;
  }
  await sql`create function consultazioni_immutabili() returns trigger language plpgsql as
    $$ begin raise exception 'consultazioni: append only'; end $$`.execute(db);
  await sql`create trigger consultazioni_immutabili before update on consultazioni
    for each row execute function consultazioni_immutabili()`.execute(db);
}
