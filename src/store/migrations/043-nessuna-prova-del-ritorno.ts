/** Migration 43: how a browser came back from a provider proves nothing, and is not kept. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pagamenti').dropColumn('tornato').execute();
}
