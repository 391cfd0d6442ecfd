/** Migration 20: the pictures of the municipalities. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';

/** Crests and logos, beside the records of their enti, which every process reads again and again. */
export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const bytes = dialect === 'postgres' ? 'bytea' : 'blob';
  await db.schema
    .createTable('immagini')
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('impronta', 'text', (c) => c.notNull())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('dati', bytes as 'blob', (c) => c.notNull())
    .addPrimaryKeyConstraint('immagini_pk', ['ente', 'impronta'])
    .execute();
}
