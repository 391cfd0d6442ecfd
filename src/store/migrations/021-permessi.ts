/** Migration 21: the code by which anybody checks a parking permit. */
import type { Kysely } from 'kysely';

/** Stored, not derived from a secret: what is printed holds for a year, a secret may be retired in between. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('permessi')
    .addColumn('codice_verifica', 'text', (c) => c.primaryKey())
    .addColumn('pratica', 'text', (c) => c.notNull().unique().references('pratiche.id').onDelete('cascade'))
    .execute();
}
