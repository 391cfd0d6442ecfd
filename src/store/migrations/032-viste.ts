/** Migration 32: the views of the operators’ list, which an operator saves by name. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('viste')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('utente', 'text', (c) => c.notNull().references('utenti.id').onDelete('cascade'))
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('filtri_json', 'text', (c) => c.notNull())
    .addColumn('iniziale', 'integer', (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('viste_nome', ['utente', 'nome'])
    .execute();
}
