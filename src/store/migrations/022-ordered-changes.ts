/**
 * Migration 22: one index holds the changes of an ente in order, with those that have no number yet. It takes the place of two over parts
 * of them, of which PostgreSQL used the second only when its statistics were fresh.
 */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await schemaOf(db, dialect).index('cambiamenti_in_ordine', 'cambiamenti', 'ente n pratica');
  // The release before asks the same questions of the new one, more slowly.
  await db.schema.dropIndex('cambiamenti_numerati').execute();
  await db.schema.dropIndex('cambiamenti_nuovi').execute();
}
