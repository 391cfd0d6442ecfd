/** Migration 11: the network of each allegato, so that guests cannot fill the store with files they never send. */
import type { Kysely } from 'kysely';

/** The network a guest's file came from, as an HMAC, until it is sent: waiting files are also counted per network. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;
  await s.alterTable('allegati').addColumn('rete', 'text').execute();
  await s.createIndex('allegati_rete').on('allegati').columns(['rete', 'creato']).execute();
}
