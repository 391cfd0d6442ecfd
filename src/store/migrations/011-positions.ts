/** Migration 11: positions, their documents and who represents them end without being deleted. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { optional } from './columns.ts';

export async function up(db: Kysely<unknown>, _dialect: StoreDialect): Promise<void> {
  await db.schema.alterTable('rappresentanze').addColumn('fine', optional.text[0]).execute();
  await db.schema.alterTable('rappresentanze').addColumn('da_elenco', optional.integer[0]).execute();
  await db.schema.alterTable('posizioni').addColumn('chiusa', optional.bigint[0]).execute();
  await db.schema.alterTable('documenti').addColumn('chiuso', optional.bigint[0]).execute();
}
