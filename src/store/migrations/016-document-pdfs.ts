/**
 * Migration 16: a document of a position may have the PDF of its act, one at a time, among the files. An import that is under way says so
 * again and again, so that one that was killed is soon known.
 */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { optional, schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await db.schema
    .alterTable('allegati')
    .addColumn('documento', 'text', (c) => c.references('documenti.id').onDelete('cascade'))
    .execute();
  await db.schema.alterTable('importazioni').addColumn('viva', optional.bigint[0]).execute();
  await schemaOf(db, dialect).unique('allegati_documento', 'allegati', 'documento');
}
