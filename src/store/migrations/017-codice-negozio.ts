/** Migration 17: the code with which a payment is made at a shop, for the page of its outcome and the mail. */
import type { Kysely } from 'kysely';

/** What the second provider gave a citizen who chose to pay at a shop: the code, empty when it gave none, and the text of its QR code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pagamenti').addColumn('codice_negozio', 'text').execute();
  await db.schema.alterTable('pagamenti').addColumn('qr_negozio', 'text').execute();
}
