/** Migration 46: the register in which an ente has given a case its number, where it has several. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pratiche').addColumn('protocollo_ente_registro', 'text').execute();
}
