/** Migration 4: what each ente has with pagoPA, as its administrator has written it. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { of, optional, primary, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await schemaOf(db, dialect)
    .table('convenzioni', {
      ente: of('enti', primary),
      segregazione: text,
      iban: text,
      chiave: optional.text,
      finale: optional.text,
      chiave_del: optional.bigint,
    })
    .execute();
}
