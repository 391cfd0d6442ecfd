/**
 * Migration 21: a citizen lets another one act on positions. The link of a delegate says only that it is one: whether it holds, and for what,
 * is what the delegation says, which ends at once for all of its positions.
 */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, filled, integer, key, of, optional, partOf, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  await schema
    .table('deleghe', {
      id: key,
      delegante: text,
      delegante_nome: text,
      delegato: text,
      delegato_nome: optional.text,
      paga: integer,
      presenta: integer,
      avvisi: text,
      fino_a: text,
      creata: bigint,
      accettata: optional.bigint,
      chiusa: optional.bigint,
      esito: optional.text,
    })
    .execute();
  await schema.index('deleghe_date', 'deleghe', 'delegante creata');
  await schema.index('deleghe_ricevute', 'deleghe', 'delegato creata');
  // A delegate of many reads them by the name of the holder, a page at a time.
  await schema.index('deleghe_per_nome', 'deleghe', 'delegato delegante_nome id');
  await schema
    .table('deleghe_posizioni', { delega: partOf('deleghe'), posizione: of('posizioni') })
    .addPrimaryKeyConstraint('deleghe_posizioni_pk', ['posizione', 'delega'])
    .execute();
  await schema.index('deleghe_posizioni_delega', 'deleghe_posizioni', 'delega posizione');
  await db.schema.alterTable('rappresentanze').addColumn('delegata', optional.integer[0]).execute();
  // By which delegation somebody acted: the names of both are in what was sent.
  await db.schema.alterTable('pratiche').addColumn('delega', optional.text[0]).execute();
  await db.schema.alterTable('pagamenti_avvisi').addColumn('delega', optional.text[0]).execute();
  for (const table of ['pratiche', 'pagamenti_avvisi'])
    await schema.index(`${table}_delega`, table, 'delega', filled('delega'));
}
