/** Migration 14: when a payer came back from pagoPA, which helps to tell whose receipt it is. */
import type { Kysely } from 'kysely';

/** When the browser that opened an attempt came back by the success address that only the provider was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pagamenti').addColumn('tornato', 'bigint').execute();
}
