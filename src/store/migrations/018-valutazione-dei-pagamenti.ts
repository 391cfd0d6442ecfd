/** Migration 18: what people who paid think of the service, as those who send a case say it. */
import type { Kysely } from 'kysely';

/** One rating of a payment. It goes with its payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('valutazioni_pagamenti')
    .addColumn('pagamento', 'text', (c) => c.primaryKey().references('pagamenti.id').onDelete('cascade'))
    .addColumn('stelle', 'integer', (c) => c.notNull())
    .addColumn('aspetto', 'text')
    .addColumn('testo', 'text')
    .addColumn('quando', 'bigint', (c) => c.notNull())
    .execute();
}
