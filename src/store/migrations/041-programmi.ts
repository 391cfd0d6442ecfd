/** Migration 41: the programs that send reports with a key, and the reports that their citizens have not confirmed yet. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;
  await s
    .createTable('programmi')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ente', 'text', (c) => c.notNull())
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('garantisce', 'integer', (c) => c.notNull())
    .addColumn('all_ora', 'integer', (c) => c.notNull())
    .addColumn('al_giorno', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('creato', 'bigint', (c) => c.notNull())
    .addColumn('usato', 'bigint')
    .addColumn('revocato', 'bigint')
    .execute();
  await s.createIndex('programmi_ente').on('programmi').column('ente').execute();

  await s
    .createTable('segnalazioni_attese')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ente', 'text', (c) => c.notNull())
    .addColumn('programma', 'text', (c) => c.notNull().references('programmi.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .addColumn('creata', 'bigint', (c) => c.notNull())
    .addColumn('scade', 'bigint', (c) => c.notNull())
    .addColumn('richiesta', 'text')
    .execute();
  for (const column of ['programma', 'email', 'scade'])
    await s.createIndex(`segnalazioni_attese_${column}`).on('segnalazioni_attese').column(column).execute();
}
