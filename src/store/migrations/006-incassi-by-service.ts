/**
 * Migration 6: each receipt has its day in Rome, the service that its notice is for, and how much of it buys a stamp; the store itself keeps the
 * sums of receipts by day, provider and service. Citizens are found by their tax code, to be told what became of a notice that they owe.
 */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, integer, integerOr, type Schema, schemaOf, text, textOr } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  for (const [name, [type, asks]] of Object.entries({
    giorno: textOr(''),
    servizio: textOr(''),
    bollo_cent: integerOr(0),
  }))
    await db.schema.alterTable('ricevute').addColumn(name, type, asks).execute();
  await dropSums(schema);
  await fillDays(db);
  await sql`update ricevute set bollo_cent = coalesce(
    (select max(a.bollo_cent) from avvisi a where a.numero_avviso = ricevute.numero_avviso and a.ente = ricevute.ente), 0)`.execute(
    db,
  );
  await sql`update ricevute set servizio = coalesce(
    (select min(d.sistema) from documenti d where d.numero_avviso = ricevute.numero_avviso and d.ente = ricevute.ente),
    (select min(coalesce('spontaneo/' || a.servizio, p.codice, o.sistema)) from avvisi a
      left join pratiche p on p.id = a.pratica left join posizioni o on o.id = a.posizione
      where a.numero_avviso = ricevute.numero_avviso and a.ente = ricevute.ente),
    '')`.execute(db);
  await schema.index('ricevute_servizi', 'ricevute', 'ente servizio pagato_il id');
  await schema.index('utenti_cittadini', 'utenti', 'codice_fiscale', sql<SqlBool>`ruolo = 'cittadino'`);
  await sumByDay(schema);
}

/** Sums by hour, which stores from before the first release have. */
async function dropSums({ db, dialect }: Schema): Promise<void> {
  for (const event of ['insert', 'delete']) {
    const name = `ricevute_${event}_somme`;
    await sql.raw(`drop trigger if exists ${name}${dialect === 'postgres' ? ' on ricevute' : ''}`).execute(db);
    if (dialect === 'postgres') await sql.raw(`drop function if exists ${name}()`).execute(db);
  }
  await db.schema.dropTable('somme_incassi').ifExists().execute();
}

const HOUR_MS = 3_600_000;
/** Days as `YYYY-MM-DD`. Rome is whole hours away from UTC. */
const romeDay = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Rome' });

async function fillDays(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ ente: string; hour: number }>`
    select distinct ente, pagato_il / ${sql.lit(HOUR_MS)} as hour from ricevute`.execute(db);
  const hours = rows.map(({ ente, hour }) => ({ ente, from: Number(hour) * HOUR_MS }));
  for (const ofDay of Map.groupBy(hours, ({ ente, from }) => `${romeDay.format(from)} ${ente}`).values()) {
    const [{ ente, from }] = ofDay as [(typeof hours)[number]];
    const starts = ofDay.map((hour) => hour.from);
    await sql`update ricevute set giorno = ${romeDay.format(from)} where ente = ${ente}
      and pagato_il >= ${Math.min(...starts)} and pagato_il < ${Math.max(...starts) + HOUR_MS}`.execute(db);
  }
}

/** Of what is the ente's: a stamp is the State's. Triggers keep the sums, so that they are right whoever writes a receipt, or learns later what it is for. */
async function sumByDay({ db, dialect, table }: Schema): Promise<void> {
  const columns = 'ente, giorno, fornitore, servizio, quanti, importo_cent';
  const key = ['ente', 'giorno', 'fornitore', 'servizio'] as const;
  await table('somme_incassi', {
    ente: text,
    giorno: text,
    fornitore: text,
    servizio: text,
    quanti: integer,
    importo_cent: bigint,
  })
    .addPrimaryKeyConstraint('somme_incassi_pk', [...key])
    .execute();
  await sql
    .raw(
      `insert into somme_incassi (${columns})
        select ente, giorno, fornitore, servizio, count(*), sum(importo_cent - bollo_cent) from ricevute group by 1, 2, 3, 4`,
    )
    .execute(db);
  const add = (row: 'new' | 'old', sign: '' | '-') => `insert into somme_incassi (${columns})
    values (${row}.ente, ${row}.giorno, ${row}.fornitore, ${row}.servizio, ${sign}1, ${sign}(${row}.importo_cent - ${row}.bollo_cent))
    on conflict (${key.join(', ')}) do update set
      quanti = somme_incassi.quanti + excluded.quanti, importo_cent = somme_incassi.importo_cent + excluded.importo_cent;`;
  const forget = `delete from somme_incassi where ${key.map((name) => `${name} = old.${name}`).join(' and ')} and quanti = 0;`;
  for (const { event, of, work } of [
    { event: 'insert', of: '', work: add('new', '') },
    { event: 'update', of: ' of giorno, servizio', work: `${add('new', '')} ${add('old', '-')} ${forget}` },
    { event: 'delete', of: '', work: `${add('old', '-')} ${forget}` },
  ]) {
    const name = `ricevute_${event}_somme`;
    const trigger = `create trigger ${name} after ${event}${of} on ricevute for each row`;
    if (dialect === 'sqlite') await sql.raw(`${trigger} begin ${work} end`).execute(db);
    else {
      await sql
        .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`)
        .execute(db);
      await sql.raw(`${trigger} execute function ${name}()`).execute(db);
    }
  }
}
