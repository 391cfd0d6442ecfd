/** Migration 16: the host of a municipality on which a case or a payment began; their mails lead back to it. */
import type { Kysely } from 'kysely';

/** Null for the portal's own host, and for everything from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pratiche').addColumn('host', 'text').execute();
  await db.schema.alterTable('pagamenti').addColumn('host', 'text').execute();
}
