/**
 * Migration 12: a case has a priority and tags, a firm outside the municipality gets one case by a link, and an
 * operator fills in forms for a person at the counter.
 */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, filled, key, nothing, optional, partOf, type Schema, schemaOf, text, textOr } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  for (const [name, [type, asks = nothing]] of Object.entries({
    priorita: optional.text,
    etichette: textOr(''),
  } as const))
    await db.schema.alterTable('pratiche').addColumn(name, type, asks).execute();
  // Few among many are urgent.
  await schema.index(
    'pratiche_priorita',
    'pratiche',
    'ente priorita stato termine_il inviata_il anno numero codice',
    filled('priorita'),
  );
  // By which the office knows who writes, in lower case; the other two have theirs.
  await sql`create index pratiche_email on pratiche (lower(email), inviata_il)`.execute(db);
  await schema
    .table('etichette', { ente: text, nome: text })
    .addPrimaryKeyConstraint('etichette_pk', ['ente', 'nome'])
    .execute();
  await noteTags(schema);
  await schema
    .table('ditte', {
      id: key,
      pratica: partOf('pratiche'),
      ente: text,
      nome: text,
      email: text,
      messaggio: textOr(''),
      mostra: textOr(''),
      creata: bigint,
      creata_da: text,
      fino_al: text,
      revocata: optional.bigint,
      fatta: optional.bigint,
      vista: optional.bigint,
    })
    .execute();
  await schema.index('ditte_pratica', 'ditte', 'pratica creata');
  // One at a time for an operator.
  await schema
    .table('per_conto', {
      utente: key,
      id: text,
      ente: text,
      nome: text,
      cognome: text,
      codice_fiscale: text,
      email: optional.text,
      telefono: optional.text,
      documento: text,
      scade: bigint,
    })
    .execute();
}

/** A program that asks what has changed is told of a priority and of tags, too (migration 7). */
async function noteTags({ db, dialect }: Schema): Promise<void> {
  const note = `insert into cambiamenti (pratica, ente, n) values (new.id, new.ente, null)
    on conflict (pratica) do update set n = null;`;
  const name = 'pratiche_etichette_cambiamenti';
  const trigger = `create trigger ${name} after update of priorita, etichette on pratiche for each row`;
  if (dialect === 'sqlite') {
    await sql.raw(`${trigger} begin ${note} end`).execute(db);
    return;
  }
  await sql
    .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${note} return null; end $$`)
    .execute(db);
  await sql.raw(`${trigger} execute function ${name}()`).execute(db);
}
