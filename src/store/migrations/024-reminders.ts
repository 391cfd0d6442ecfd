/** Migration 24: citizens choose which reminders they get. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('utenti').addColumn('promemoria_json', 'text').execute();
}
