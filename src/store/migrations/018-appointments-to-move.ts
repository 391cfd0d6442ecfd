/** Migration 18: an office that closes a day asks everybody who has an appointment on it, once, to choose another time. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('appuntamenti').addColumn('da_spostare', 'bigint').execute();
}
