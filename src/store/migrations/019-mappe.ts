/** Migration 19: the picture of the map around the place of a case. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';

/** One picture of some KB per case, with the name of those whose tiles it is made of; it goes with its case. */
export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const bytes = dialect === 'postgres' ? 'bytea' : 'blob';
  await db.schema
    .createTable('mappe')
    .addColumn('pratica', 'text', (c) => c.primaryKey().references('pratiche.id').onDelete('cascade'))
    .addColumn('dati', bytes as 'blob', (c) => c.notNull())
    .addColumn('attribuzione', 'text', (c) => c.notNull())
    .addColumn('fatta', 'bigint', (c) => c.notNull())
    .execute();
}
