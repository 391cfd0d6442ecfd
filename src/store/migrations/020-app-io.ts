/** Migration 20: people who have App IO are told there, too: the keys of each ente, and what became of each message. */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, filled, key, of, optional, partOf, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  await schema
    .table('chiavi_io', {
      ente: of('enti'),
      servizio: text,
      chiave: optional.text,
      finale: text,
      chiave_del: bigint,
      errore: optional.text,
    })
    .addPrimaryKeyConstraint('chiavi_io_pk', ['ente', 'servizio'])
    .execute();
  await schema
    .table('messaggi_io', {
      id: key,
      ente: of('enti'),
      utente: partOf('utenti'),
      servizio: text,
      tipo: text,
      dati_json: text,
      stato: text,
      id_io: optional.text,
      errore: optional.text,
      creato: bigint,
      aggiornato: bigint,
    })
    .execute();
  // The figures and the list of an administrator, and what an account takes along when it goes.
  await schema.index('messaggi_io_ente', 'messaggi_io', 'ente creato stato');
  await schema.index('messaggi_io_utente', 'messaggi_io', 'utente creato');
  // What is due within a week is looked for every day.
  await schema.index('documenti_in_scadenza', 'documenti', 'ente scadenza', filled('numero_avviso'));
  await schema.index('avvisi_in_scadenza', 'avvisi', 'stato ente scadenza', sql<SqlBool>`debitore is not null`);
}
