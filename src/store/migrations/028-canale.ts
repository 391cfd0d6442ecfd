/** Migration 28: how a case that an operator filed for a citizen reached the office; null: the citizen sent it. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pratiche').addColumn('canale', 'text').execute();
}
