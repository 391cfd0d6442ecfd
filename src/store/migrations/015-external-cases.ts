/**
 * Migration 15: cases that another program of the ente deals with, and what programs send once under ids of their own. A program that
 * asks what became of its reports since a moment finds those that have changed by an index.
 */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { filled, integer, of, optional, partOf, primary, type Schema, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  await schema
    .table('pratiche_esterne', {
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
  await schema
    .table('messaggi_esterni', { pratica: partOf('pratiche'), id: text, evento: of('eventi') })
    .addPrimaryKeyConstraint('messaggi_esterni_pk', ['pratica', 'id'])
    .execute();
  await db.schema.alterTable('richieste_open311').addColumn('cambiata', 'bigint').execute();
  await schema.index('richieste_open311_cambiate', 'richieste_open311', 'programma cambiata', filled('cambiata'));
  await sql`update richieste_open311 set cambiata =
    (select max(quando) from eventi e where e.pratica = richieste_open311.pratica and e.n > 1 and e.stato is not null)`.execute(
    db,
  );
  await sql`update richieste_open311 set cambiata = (
      select case when s.rilasciata > coalesce(richieste_open311.cambiata, 0) then s.rilasciata else richieste_open311.cambiata end
      from pratiche p join segnalazioni_pubbliche s on s.id = p.pubblica where p.id = richieste_open311.pratica)
    where exists (select 1 from pratiche p join segnalazioni_pubbliche s on s.id = p.pubblica
      where p.id = richieste_open311.pratica and s.rilasciata is not null)`.execute(db);
  await noteChanges(schema);
}

/** By triggers, so that hosts of the release before note it as well. The later of two changes stays, in whichever order they are written. */
async function noteChanges({ db, dialect }: Schema): Promise<void> {
  const later = dialect === 'sqlite' ? 'max' : 'greatest';
  const note = (when: string, which: string) =>
    `update richieste_open311 set cambiata = ${later}(coalesce(cambiata, 0), ${when}) where pratica ${which};`;
  for (const [name, event, is, body] of [
    ['eventi_open311', 'insert on eventi', 'new.stato is not null and new.n > 1', note('new.quando', '= new.pratica')],
    [
      'segnalazioni_pubbliche_open311',
      'update of rilasciata on segnalazioni_pubbliche',
      'new.rilasciata is not null',
      note('new.rilasciata', 'in (select id from pratiche where pubblica = new.id)'),
    ],
  ] as const) {
    const trigger = `create trigger ${name} after ${event} for each row when (${is})`;
    if (dialect === 'sqlite') await sql.raw(`${trigger} begin ${body} end`).execute(db);
    else {
      await sql
        .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`)
        .execute(db);
      await sql.raw(`${trigger} execute function ${name}()`).execute(db);
    }
  }
}
