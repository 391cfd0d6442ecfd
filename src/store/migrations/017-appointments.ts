/**
 * Migration 17: counters receive by appointment. A calendar says when and for what; free times are computed from it, and only a time
 * that somebody holds or has booked is a row.
 */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, filled, integer, integerOr, key, nothing, of, optional, partOf, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  await schema
    .table('calendari', { ente: of('enti'), codice: text, ordine: integer, dati_json: text })
    .addPrimaryKeyConstraint('calendari_pk', ['ente', 'codice'])
    .execute();
  await schema
    .table('appuntamenti', {
      id: key,
      ente: of('enti'),
      calendario: text,
      postazione: integer,
      inizio: bigint,
      fine: bigint,
      motivo: text,
      motivo_nome: text,
      stato: text,
      proprietario: optional.text,
      scade: optional.bigint,
      pratica: partOf('pratiche', nothing),
      sequenza: integerOr(0),
      creato: bigint,
    })
    .execute();
  await schema.index('appuntamenti_calendario', 'appuntamenti', 'ente calendario inizio');
  // The store itself refuses a second person at one desk at one instant, whatever the code forgets.
  await schema.unique(
    'appuntamenti_posto',
    'appuntamenti',
    'ente calendario postazione inizio',
    sql<SqlBool>`stato <> 'annullato'`,
  );
  await schema.index('appuntamenti_pratica', 'appuntamenti', 'pratica', filled('pratica'));
  await schema.index('appuntamenti_proprietario', 'appuntamenti', 'proprietario', filled('proprietario'));
  await schema.index('appuntamenti_scade', 'appuntamenti', 'scade', filled('scade'));
}
