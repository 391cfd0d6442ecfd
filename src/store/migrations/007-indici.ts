/** Migration 7: indexes that keep the regular checks of open payments fast while their tables grow. */
import type { Kysely } from 'kysely';

/** The frequent queries about payments: those without an end, and notifications of one. Both tables only grow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;
  await s.createIndex('pagamenti_controllo').on('pagamenti').columns(['stato', 'controllato']).execute();
  await s.createIndex('notifiche_pagamento').on('notifiche').column('pagamento').execute();
}
