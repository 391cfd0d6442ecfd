/** Migration 34: whether an operator's login says in which offices they work, and what they administer. */
import type { Kysely } from 'kysely';

/** Of the last login. Until the next one nobody's does, and an administrator may change what is there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['uffici_da_accesso', 'amministra_da_accesso'])
    await db.schema
      .alterTable('utenti')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
}
