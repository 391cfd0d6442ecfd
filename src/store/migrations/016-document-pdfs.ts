/** Migration 16: a document of a position may have the PDF of its act, one at a time, among the files. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await db.schema
    .alterTable('allegati')
    .addColumn('documento', 'text', (c) => c.references('documenti.id').onDelete('cascade'))
    .execute();
  await schemaOf(db, dialect).unique('allegati_documento', 'allegati', 'documento');
}
