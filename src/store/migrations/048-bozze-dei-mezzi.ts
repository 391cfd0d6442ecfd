/** Migration 48: how much a draft has beside its values, so that a guest's devices count for their network as well. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('bozze')
    .addColumn('dimensione_mezzi', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
