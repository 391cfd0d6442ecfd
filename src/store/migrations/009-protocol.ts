/** Migration 9: which system registers the cases of an ente, what it was asked to register, and what it answered. */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import {
  bigint,
  filled,
  integerOr,
  laterOf,
  nothing,
  of,
  optional,
  partOf,
  primary,
  schemaOf,
  text,
  textOr,
} from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  for (const [name, [type]] of Object.entries({
    protocollo_ente_classifica: optional.text,
    protocollo_ente_fascicolo: optional.text,
    protocollo_atteso_dal: optional.bigint,
  }))
    await db.schema.alterTable('pratiche').addColumn(name, type, nothing).execute();
  await schema.index(
    'pratiche_da_protocollare',
    'pratiche',
    'ente protocollo_atteso_dal',
    filled('protocollo_atteso_dal'),
  );
  await schema
    .table('sistemi_protocollo', {
      ente: of('enti', primary),
      sistema: text,
      indirizzo: textOr(''),
      chiave: optional.text,
      finale: optional.text,
      chiave_del: optional.bigint,
      servizi: textOr(''),
      messaggi: integerOr(0),
      codice_ipa: textOr(''),
      codice_aoo: textOr(''),
      classifica: textOr(''),
    })
    .execute();
  await schema
    .table('protocolli', {
      evento: partOf('eventi', primary),
      pratica: laterOf('pratiche'),
      ente: of('enti'),
      tipo: text,
      chiesto: bigint,
      consegnati: integerOr(0),
      errore: optional.text,
      fermo: integerOr(0),
      registrato: optional.bigint,
      numero: optional.text,
      data: optional.text,
      registro: optional.text,
      classifica: optional.text,
      fascicolo: optional.text,
      altro_json: optional.text,
    })
    .execute();
  await schema.index('protocolli_pratica', 'protocolli', 'pratica');
  // Both lists of an administrator: what waits, and what has two numbers.
  await schema.index('protocolli_attesi', 'protocolli', 'ente chiesto', sql<SqlBool>`registrato is null`);
  await schema.index('protocolli_doppi', 'protocolli', 'ente', filled('altro_json'));
}
