/**
 * Migration 11: positions, their documents and who represents them end without being deleted. Each file that the systems of an ente send is
 * kept with what became of it, one at a time.
 */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, key, of, optional, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await db.schema.alterTable('rappresentanze').addColumn('fine', optional.text[0]).execute();
  await db.schema.alterTable('rappresentanze').addColumn('da_elenco', optional.integer[0]).execute();
  await db.schema.alterTable('posizioni').addColumn('chiusa', optional.bigint[0]).execute();
  await db.schema.alterTable('documenti').addColumn('chiuso', optional.bigint[0]).execute();
  const schema = schemaOf(db, dialect);
  await schema
    .table('importazioni', {
      id: key,
      ente: of('enti'),
      iniziata: bigint,
      via: text,
      chi: text,
      nome: text,
      esito: text,
      dati_json: text,
      rifiuti: optional.text,
    })
    .execute();
  await schema.index('importazioni_elenco', 'importazioni', 'ente iniziata');
  await schema.index('importazioni_vecchie', 'importazioni', 'iniziata');
  await schema.unique('importazioni_in_corso', 'importazioni', 'ente', sql<SqlBool>`esito = 'in_corso'`);
}
