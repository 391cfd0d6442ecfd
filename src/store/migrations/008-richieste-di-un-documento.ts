/** Migration 8: an index that finds the requests about one document, open or closed. */
import type { Kysely } from 'kysely';

/** From a document to its requests, also those that have ended: its owner owes what they made payable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('richieste_documenti_documento').on('richieste_documenti').column('documento').execute();
}
