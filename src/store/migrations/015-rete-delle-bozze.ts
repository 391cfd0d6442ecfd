/** Migration 15: the network and the size of each bozza, so that guests cannot fill the store with drafts. */
import type { Kysely } from 'kysely';

/** The size of a draft and, for a guest's, the network it came from, as an HMAC: stored drafts are also counted per network. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;
  await s.alterTable('bozze').addColumn('rete', 'text').execute();
  await s
    .alterTable('bozze')
    .addColumn('dimensione', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await s.createIndex('bozze_rete').on('bozze').columns(['rete', 'aggiornata']).execute();
}
