/**
 * Migration 7: the key of a program says what it opens, to which services and networks, and until when; a key that is renewed has two valid
 * ones for a while. The store itself notes which cases have changed, for programs that ask what is new.
 */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, key, nothing, optional, partOf, primary, type Schema, schemaOf, text, textOr } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  for (const [name, [type, asks = nothing]] of Object.entries({
    // What all keys opened until now.
    permessi: textOr('segnalazioni:invia'),
    servizi: textOr(''),
    reti: textOr(''),
    fino_al: optional.text,
    hash_prima: optional.text,
    prima_fino: optional.bigint,
  } as const))
    await db.schema.alterTable('programmi').addColumn(name, type, asks).execute();
  await schema.index('programmi_hash_prima', 'programmi', 'hash_prima', sql<SqlBool>`hash_prima is not null`);
  await schema.table('numeri_cambiamenti', { ente: key, ultimo: bigint }).execute();
  await schema
    .table('cambiamenti', {
      pratica: partOf('pratiche', primary),
      ente: text,
      n: optional.bigint,
    })
    .execute();
  await schema.index('cambiamenti_numerati', 'cambiamenti', 'ente n', sql<SqlBool>`n is not null`);
  await schema.index('cambiamenti_nuovi', 'cambiamenti', 'ente pratica', sql<SqlBool>`n is null`);
  await sql`insert into cambiamenti (pratica, ente) select id, ente from pratiche`.execute(db);
  await noteChanges(schema);
}

/** Columns whose change a program has to know of. Each message and each state makes a new version; who has read what is no change. */
const TOLD =
  'versione, stato, codice, termine_il, assegnata_ufficio, assegnata_a, area, protocollo_ente, protocollo_ente_il, utente, dati_json';

/** By triggers, so that no change is forgotten, whoever makes it. A change has its number once its transaction is committed. */
async function noteChanges({ db, dialect }: Schema): Promise<void> {
  const note = `insert into cambiamenti (pratica, ente, n) values (new.id, new.ente, null)
    on conflict (pratica) do update set n = null;`;
  for (const [event, of] of [
    ['insert', ''],
    ['update', ` of ${TOLD}`],
  ] as const) {
    const name = `pratiche_${event}_cambiamenti`;
    const trigger = `create trigger ${name} after ${event}${of} on pratiche for each row`;
    if (dialect === 'sqlite') await sql.raw(`${trigger} begin ${note} end`).execute(db);
    else {
      await sql
        .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${note} return null; end $$`)
        .execute(db);
      await sql.raw(`${trigger} execute function ${name}()`).execute(db);
    }
  }
}
