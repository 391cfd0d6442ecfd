/** Migration 10: which program sent a report by Open311, and under which id, so that it can ask what became of it. */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { key, of, partOf, schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const { table, index } = schemaOf(db, dialect);
  await table('richieste_open311', { id: key, pratica: partOf('pratiche'), programma: of('programmi') }).execute();
  await index('richieste_open311_programma', 'richieste_open311', 'programma');
  await index('richieste_open311_pratica', 'richieste_open311', 'pratica');
  // Until now only the id of the public side was kept: of reports without one nobody knows which id their program got.
  await sql`insert into richieste_open311 (id, pratica, programma)
    select p.pubblica, p.id, g.id from pratiche p join programmi g on p.proprietario = 'programma:' || g.id where p.pubblica is not null`.execute(
    db,
  );
  await sql`insert into richieste_open311 (id, pratica, programma)
    select p.pubblica, p.id, a.programma from segnalazioni_attese a join pratiche p on p.pubblica = a.richiesta`.execute(
    db,
  );
}
