/**
 * Migration 27: a delegation may be for the requests of some services only. The login tells the day of birth, of which the tax code leaves the
 * century open: a child cannot act for another person. What is a person's own is found without reading what they have as a delegate.
 */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await db.schema.alterTable('deleghe').addColumn('servizi', 'text').execute();
  await db.schema.alterTable('utenti').addColumn('data_nascita', 'text').execute();
  await schemaOf(db, dialect).index('rappresentanze_proprie', 'rappresentanze', 'codice_fiscale delegata');
}
