/**
 * Migration 5: stamps. The numbers of paper ones that requests have used up, each once in the portal, whatever becomes of its case; and how
 * much of a notice buys a digital one.
 */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { key, of, schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const { table, index } = schemaOf(db, dialect);
  await table('bolli', { numero: key, ente: of('enti') }).execute();
  await index('bolli_ente', 'bolli', 'ente');
  await db.schema.alterTable('avvisi').addColumn('bollo_cent', 'bigint').execute();
}
