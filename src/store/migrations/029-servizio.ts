/** Migration 29: an index by which operators list and count the pratiche of one service or type. */
import type { Kysely } from 'kysely';

/** In the order of the list, and with the words, as the indexes of an ente have them: a search reads the index and not the cases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('pratiche_servizio')
    .on('pratiche')
    .columns(['ente', 'codice', 'stato', 'termine_il', 'cerca'])
    .execute();
}
