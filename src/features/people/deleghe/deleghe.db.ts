/** Queries of the delegations between two citizens, for their page. */
import { sql } from 'kysely';
import { escapeLike } from '../../../platform/atoms/plain-text.ts';
import type { Delega, StoreDb } from '../../../store/tables.ts';
import { OWED_DOCUMENTO_STATI } from '../../cases/posizione/documenti.ts';
import { delegationHolds, firmOfDelega, linkHolds, type PosizioneHolder } from '../../cases/posizione/link.ts';
import { DELEGHE_PAGE } from './deleghe.contract.ts';

/** As many as a citizen sees of those that they gave, latest first. */
const MAX_GIVEN = 200;

export const listGiven = (db: StoreDb, delegante: string): Promise<Delega[]> =>
  db
    .selectFrom('deleghe')
    .selectAll()
    .where('delegante', '=', delegante)
    .orderBy('creata', 'desc')
    .orderBy('id')
    .limit(MAX_GIVEN)
    .execute();

/** What waits for an answer, then what holds, then the rest; one row more than is shown tells whether there are others. */
export const listReceived = (
  db: StoreDb,
  { codice_fiscale, today, page }: PosizioneHolder & { page: number },
): Promise<Delega[]> =>
  db
    .selectFrom('deleghe')
    .selectAll()
    .where('delegato', '=', codice_fiscale)
    .orderBy((e) =>
      e
        .case()
        .when(e.or([e('chiusa', 'is not', null), e('fino_a', '<', today)]))
        .then(2)
        .when('accettata', 'is', null)
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('creata', 'desc')
    .orderBy('id')
    .limit(DELEGHE_PAGE + 1)
    .offset((page - 1) * DELEGHE_PAGE)
    .execute();

export const findDelega = (db: StoreDb, id: string): Promise<Delega | undefined> =>
  db.selectFrom('deleghe').selectAll().where('id', '=', id).executeTakeFirst();

/** A delegation that this person gave or received. */
export const findOwnDelega = (
  db: StoreDb,
  { id, codice_fiscale }: { id: string; codice_fiscale: string },
): Promise<Delega | undefined> =>
  db
    .selectFrom('deleghe')
    .selectAll()
    .where('id', '=', id)
    .where((e) => e.or([e('delegante', '=', codice_fiscale), e('delegato', '=', codice_fiscale)]))
    .executeTakeFirst();

/** Positions of these delegations, as far as they are not closed. */
export async function listNamedPosizioni(db: StoreDb, deleghe: readonly string[]) {
  if (deleghe.length === 0) return [];
  return db
    .selectFrom('deleghe_posizioni as n')
    .innerJoin('deleghe as d', 'd.id', 'n.delega')
    .innerJoin('posizioni as p', 'p.id', 'n.posizione')
    .select(firmOfDelega.as('ditta'))
    .select(['n.delega', 'p.id', 'p.codice_utente', 'p.ente', 'p.sistema'])
    .where('n.delega', 'in', deleghe)
    .where('p.chiusa', 'is', null)
    .orderBy('p.codice_utente')
    .orderBy('p.ente')
    .execute();
}

/** Which of these positions (at least one) a person holds today. @property delegata 1: as a delegate themselves */
export const listHeld = (
  db: StoreDb,
  { codice_fiscale, today }: PosizioneHolder,
  posizioni: readonly string[],
): Promise<{ posizione: string; delegata: number | null }[]> =>
  db
    .selectFrom('rappresentanze as r')
    .innerJoin('posizioni as p', 'p.id', 'r.posizione')
    .select(['r.posizione', 'r.delegata'])
    .where('r.codice_fiscale', '=', codice_fiscale)
    .where('r.posizione', 'in', posizioni)
    .where(linkHolds('r', today))
    .where('p.chiusa', 'is', null)
    .execute();

/** User codes of positions (at least one) that this person has let the same delegate act on already. */
export const listGivenBefore = (
  db: StoreDb,
  { delegante, delegato, today }: Pick<Delega, 'delegante' | 'delegato'> & { today: string },
  posizioni: readonly string[],
): Promise<{ codice_utente: string }[]> =>
  db
    .selectFrom('deleghe as d')
    .innerJoin('deleghe_posizioni as n', 'n.delega', 'd.id')
    .innerJoin('posizioni as p', 'p.id', 'n.posizione')
    .select('p.codice_utente')
    .where('d.delegante', '=', delegante)
    .where('d.delegato', '=', delegato)
    .where('d.chiusa', 'is', null)
    .where('d.fino_a', '>=', today)
    .where('n.posizione', 'in', posizioni)
    .limit(3)
    .execute();

/** @returns false when it was accepted, ended or over before */
export async function acceptDelega(
  db: StoreDb,
  { id, accettata, delegato_nome, today }: { id: string; accettata: number; delegato_nome: string; today: string },
): Promise<boolean> {
  const row = await db
    .updateTable('deleghe')
    .set({ accettata, delegato_nome })
    .where('id', '=', id)
    .where('accettata', 'is', null)
    .where('chiusa', 'is', null)
    .where('fino_a', '>=', today)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Where the portal writes to a citizen. @returns null when it knows no address of theirs, or no such person */
export async function findAddress(db: StoreDb, codice_fiscale: string): Promise<string | null> {
  const row = await db
    .selectFrom('utenti')
    .select(['email', 'email_comunicazione'])
    .where('codice_fiscale', '=', codice_fiscale)
    .where('ruolo', '=', 'cittadino')
    .executeTakeFirst();
  return row?.email_comunicazione ?? row?.email ?? null;
}

/** A row of the delegate's list: a position under the delegation by which they act on it. */
export type DelegatedRow = { delega: string; posizione: string };

/** The positions on which a delegate acts today, by the holder's name. @param filter.words parts of a name, a tax code or a user code, in small letters */
const selectDelegated = (
  db: StoreDb,
  { codice_fiscale, today, words }: PosizioneHolder & { words?: readonly string[] },
) => {
  const every = db
    .selectFrom('deleghe as d')
    // SQLite keeps this order of the tables, in which the index gives the rows of a page as they are wanted.
    .crossJoin('deleghe_posizioni as n')
    .crossJoin('posizioni as p')
    .crossJoin('rappresentanze as r')
    .whereRef('n.delega', '=', 'd.id')
    .whereRef('p.id', '=', 'n.posizione')
    .whereRef('r.posizione', '=', 'n.posizione')
    .whereRef('r.codice_fiscale', '=', 'd.delegato')
    .where('d.delegato', '=', codice_fiscale)
    .where(delegationHolds({ delega: 'd', posizione: sql.ref('n.posizione') }, today))
    .where('r.delegata', '=', 1)
    .where('r.tolta', 'is', null)
    .where((e) => e.or([e('r.fine', 'is', null), e('r.fine', '>', today)]))
    .where('p.chiusa', 'is', null);
  return (words ?? []).reduce(
    (rows, word) =>
      rows.where(
        sql<boolean>`lower(d.delegante_nome || ' ' || d.delegante || ' ' || p.intestatario || ' ' || p.codice_utente) like ${`%${escapeLike(word)}%`} escape '!'`,
      ),
    every,
  );
};

type DelegatedFilter = PosizioneHolder & { words: readonly string[]; page: number };

/** Holders among whom the first page is looked for: each has a position at least, unless it has gone. */
const FIRST_HOLDERS = DELEGHE_PAGE * 2;

/**
 * One row more than a page shows tells whether there are others. The first page, which everybody opens, reads no more of a delegate of
 * thousands than of one of twenty.
 */
export async function listDelegated(db: StoreDb, filter: DelegatedFilter): Promise<DelegatedRow[]> {
  const rows = selectDelegatedPage(db, filter);
  if (filter.page > 1 || filter.words.length > 0) return rows.execute();
  const first = await rows.where('d.id', 'in', selectFirstHolders(db, filter)).execute();
  return first.length > DELEGHE_PAGE ? first : rows.execute();
}

const selectDelegatedPage = (db: StoreDb, { page, ...filter }: DelegatedFilter) =>
  selectDelegated(db, filter)
    .select(['d.id as delega', 'n.posizione'])
    .orderBy('d.delegante_nome')
    .orderBy('d.id')
    .orderBy('n.posizione')
    .limit(DELEGHE_PAGE + 1)
    .offset((page - 1) * DELEGHE_PAGE);

const selectFirstHolders = (db: StoreDb, { codice_fiscale, today }: PosizioneHolder) =>
  db
    .selectFrom('deleghe')
    .select('id')
    .where('delegato', '=', codice_fiscale)
    .where('accettata', 'is not', null)
    .where('chiusa', 'is', null)
    .where('fino_a', '>=', today)
    .orderBy('delegante_nome')
    .orderBy('id')
    .limit(FIRST_HOLDERS);

/** A position of the statement, under one of those who let the delegate act on it. */
export type StatementPosizione = Awaited<ReturnType<typeof listStatementPosizioni>>[number];

/** All of them for the statement, by holder, a part at a time. */
export const listStatementPosizioni = (db: StoreDb, holder: PosizioneHolder, part: { offset: number; limit: number }) =>
  selectDelegated(db, holder)
    .select(firmOfDelega.as('ditta'))
    .select(['d.delegante_nome', 'd.delegante', 'p.intestatario', 'p.id', 'p.ente', 'p.codice_utente', 'p.sistema'])
    .orderBy('d.delegante_nome')
    .orderBy('d.id')
    .orderBy('n.posizione')
    .limit(part.limit)
    .offset(part.offset)
    .execute();

/** Documents of these positions (at least one) that are not closed, by date. */
export const listStatementDocumenti = (db: StoreDb, posizioni: readonly string[]) =>
  db
    .selectFrom('documenti')
    .select(['posizione', 'sistema', 'numero', 'tipo', 'data', 'scadenza', 'importo_cent', 'stato', 'numero_avviso'])
    .where('posizione', 'in', posizioni)
    .where('chiuso', 'is', null)
    .orderBy('data')
    .orderBy('id')
    .execute();

/**
 * Notices to pay that these positions (at least one) owe beside their documents, by due date: instalments of a plan that was agreed here, by
 * a request about their documents, or elsewhere.
 */
export const listOwedRate = (db: StoreDb, posizioni: readonly string[]) =>
  db
    .selectFrom('documenti as d')
    .innerJoin('richieste_documenti as s', 's.documento', 'd.id')
    .innerJoin('avvisi as a', 'a.pratica', 's.pratica')
    .select(['d.posizione', 'a.ente', 'a.numero_avviso', 'a.causale', 'a.importo_cent', 'a.scadenza'])
    .where('d.posizione', 'in', posizioni)
    .where('a.stato', '=', 'da_pagare')
    .union(
      db
        .selectFrom('avvisi as a')
        .select((e) => [
          e.ref('a.posizione').$notNull().as('posizione'),
          'a.ente',
          'a.numero_avviso',
          'a.causale',
          'a.importo_cent',
          'a.scadenza',
        ])
        .where('a.posizione', 'in', posizioni)
        .where('a.stato', '=', 'da_pagare'),
    )
    .orderBy('scadenza')
    .orderBy('numero_avviso')
    .execute();

/** The first due date of the owed documents of these positions (at least one), of each that has one. */
export const listNextDue = (db: StoreDb, posizioni: readonly string[]) =>
  db
    .selectFrom('documenti')
    .select(['posizione'])
    .select((e) => e.fn.min('scadenza').as('scadenza'))
    .where('posizione', 'in', posizioni)
    .where('chiuso', 'is', null)
    .where('stato', 'in', OWED_DOCUMENTO_STATI)
    .where('scadenza', 'is not', null)
    .groupBy('posizione')
    .execute();

/** @returns id of the position of a link that a delegate has */
export const findDelegatedPosizione = (
  db: StoreDb,
  { id, codice_fiscale }: { id: string; codice_fiscale: string },
): Promise<{ posizione: string } | undefined> =>
  db
    .selectFrom('rappresentanze')
    .select('posizione')
    .where('id', '=', id)
    .where('codice_fiscale', '=', codice_fiscale)
    .where('delegata', '=', 1)
    .executeTakeFirst();
