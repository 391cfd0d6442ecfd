/** Migration 14: a program may call with a token of an issuer, who knows it by a name. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { filled, schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await db.schema.alterTable('programmi').addColumn('client_id', 'text').execute();
  await schemaOf(db, dialect).index('programmi_client', 'programmi', 'client_id', filled('client_id'));
}
