/** Migration 23: the calendar of a citizen reads what is due at an address, until they take it back. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { filled, schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await db.schema.alterTable('utenti').addColumn('calendario', 'text').execute();
  await schemaOf(db, dialect).index('utenti_calendario', 'utenti', 'calendario', filled('calendario'));
}
