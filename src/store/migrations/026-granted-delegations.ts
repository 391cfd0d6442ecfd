/**
 * Migration 26: an office grants a delegation on the positions of a person who cannot give it. The row says which office did, by which
 * case, why and who: a delegation without an ente is one that its holder gave.
 */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { filled, optional, schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  for (const column of ['ente', 'pratica', 'motivo', 'operatore'])
    await db.schema.alterTable('deleghe').addColumn(column, optional.text[0]).execute();
  await schemaOf(db, dialect).index('deleghe_pratica', 'deleghe', 'pratica', filled('pratica'));
}
