/** Migration 13: links an avviso to a posizione, for instalments that were not agreed through the portal. */
import type { Kysely } from 'kysely';

/** A notice of a plan that was agreed elsewhere is owed by a position: no case of the portal says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('avvisi')
    .addColumn('posizione', 'text', (c) => c.references('posizioni.id'))
    .execute();
  await db.schema.createIndex('avvisi_posizione').on('avvisi').column('posizione').execute();
}
