/** Migration 10: indexes by ente and sistema on posizioni and documenti. */
import type { Kysely } from 'kysely';

/** Which municipalities have positions or documents of a system. Guests ask this, so it must not read whole tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('posizioni_sistema').on('posizioni').columns(['ente', 'sistema']).execute();
  await db.schema.createIndex('documenti_sistema').on('documenti').columns(['ente', 'sistema']).execute();
}
