/** Migration 47: lanes of the outbox. A host of the release before writes none: its rows are in the lane of the receipts. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('posta_in_uscita')
    .addColumn('corsia', 'text', (c) => c.notNull().defaultTo('receipts'))
    .execute();
  await db.schema.dropIndex('posta_da_inviare').execute();
  await db.schema
    .createIndex('posta_da_inviare')
    .on('posta_in_uscita')
    .columns(['inviata', 'corsia', 'da_inviare'])
    .execute();
}
