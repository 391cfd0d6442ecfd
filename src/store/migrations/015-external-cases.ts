/** Migration 15: cases that another program of the ente deals with, and what programs send once under ids of their own. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { integer, of, optional, partOf, primary, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const { table } = schemaOf(db, dialect);
  await table('pratiche_esterne', {
    pratica: partOf('pratiche', primary),
    programma: of('programmi'),
    numero: text,
    servizio: text,
    stato: text,
    indirizzo: optional.text,
    accetta_messaggi: integer,
  })
    .addUniqueConstraint('pratiche_esterne_numero', ['programma', 'numero'])
    .execute();
  await table('messaggi_esterni', { pratica: partOf('pratiche'), id: text, evento: of('eventi') })
    .addPrimaryKeyConstraint('messaggi_esterni_pk', ['pratica', 'id'])
    .execute();
}
