/** Migration 27: the day for which an ente's operators were last reminded of what is late. */
import type { Kysely } from 'kysely';

/** One row per ente: of several hosts, the one that writes the day sends the reminders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('promemoria')
    .addColumn('ente', 'text', (c) => c.primaryKey().references('enti.id'))
    .addColumn('giorno', 'text', (c) => c.notNull())
    .execute();
}
