/**
 * Migration 45: the tax code of an ente, which belongs to one: a payment notice names its creditor by it. The record of the portal has
 * none here. Of two enti that were imported with the same one, the first in the order of lists has it.
 */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await db.schema.alterTable('enti').addColumn('codice_fiscale', 'text').execute();
  const code =
    dialect === 'postgres'
      ? sql`dati_json::json ->> 'codice_fiscale'`
      : sql`json_extract(dati_json, '$.codice_fiscale')`;
  await sql`update enti set codice_fiscale = ${code} where id in (
    select id from (
      select id, row_number() over (partition by ${code} order by ordine, id) as n from enti where id <> 'portale'
    ) as same where n = 1)`.execute(db);
  await db.schema.createIndex('enti_codice_fiscale').unique().on('enti').column('codice_fiscale').execute();
}
