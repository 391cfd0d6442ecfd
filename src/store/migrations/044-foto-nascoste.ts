/** Migration 44: which picture of the public side was made of a photo of a case, so that hiding the one removes the other. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('allegati').addColumn('foto_pubblica', 'text').execute();
}
