/** Migration 37: what was deleted for good, how much of it and up to when, without a trace of whose it was. */
import { type Kysely, sql } from 'kysely';

/** One row a day for each kind, ente and year of the numbers of cases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cancellazioni')
    .addColumn('giorno', 'text', (c) => c.notNull())
    .addColumn('motivo', 'text', (c) => c.notNull())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('ente', 'text', (c) => c.notNull())
    .addColumn('anno', 'integer', (c) => c.notNull())
    .addColumn('quante', 'bigint', (c) => c.notNull())
    .addColumn('fino_a', 'bigint')
    .addColumn('quando', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('cancellazioni_pk', ['giorno', 'motivo', 'tipo', 'ente', 'anno'])
    .execute();
  // A case that is deleted is looked for here.
  for (const table of ['mezzi', 'dichiarazioni_mezzi'])
    await db.schema.createIndex(`${table}_pratica`).on(table).column('pratica').execute();
  // Retention reads what is old without reading everything. An open case is not in its index.
  await db.schema
    .createIndex('pratiche_conservazione')
    .on('pratiche')
    .column('chiusa_il')
    .where(sql.ref('chiusa_il'), 'is not', null)
    .execute();
  for (const [table, column] of [
    ['pagamenti', 'aggiornato'],
    ['consultazioni', 'quando'],
    ['modifiche', 'quando'],
  ] as const)
    await db.schema.createIndex(`${table}_conservazione`).on(table).column(column).execute();
}
