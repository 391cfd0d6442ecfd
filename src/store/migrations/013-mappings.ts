/** Migration 13: an ente says once which column of a kind of table is which field. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { of, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await schemaOf(db, dialect)
    .table('tracciati', { ente: of('enti'), intestazioni: text, nome: text, campi_json: text })
    .addPrimaryKeyConstraint('tracciati_pk', ['ente', 'intestazioni'])
    .execute();
}
