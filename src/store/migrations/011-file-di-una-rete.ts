/** Migration 11: the network of each allegato, so that guests cannot fill the store with files they never send. */
import type { Kysely } from 'kysely';

/** From which network a guest's file came, as an HMAC, until it is sent: what may wait is counted for a network, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;
  await s.alterTable('allegati').addColumn('rete', 'text').execute();
  await s.createIndex('allegati_rete').on('allegati').columns(['rete', 'creato']).execute();
}
