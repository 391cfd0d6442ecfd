/** Queries of settlement flows and movements of the bank account, for the office that keeps the books. */
import type { Accredito, StoreDb } from '../../../store/tables.ts';
import { isLatest, type OfFlusso } from '../../services/paga-online/journal.db.ts';

/** @property dal, al days of the flow, both included */
export type FlussiFilter = { ente: string; dal: string; al: string };

const flussiWithin = (db: StoreDb, { ente, dal, al }: FlussiFilter) =>
  db
    .selectFrom('flussi as f')
    .where('f.ente', '=', ente)
    .where('f.data', '>=', dal)
    .where('f.data', '<=', al)
    .where(isLatest);

/** What the bank booked under the name of a flow `f`; null: nothing. */
const creditedOf = (e: OfFlusso) =>
  e
    .selectFrom('accrediti as a')
    .select((q) => q.fn.sum<number | null>('a.importo_cent').as('cent'))
    .whereRef('a.flusso', '=', 'f.nome')
    .whereRef('a.ente', '=', 'f.ente');

const paymentsOf = (e: OfFlusso) =>
  e.selectFrom('flussi_pagamenti as s').select('s.n').whereRef('s.flusso', '=', 'f.id');

const shownOf = (e: OfFlusso) => [
  creditedOf(e).as('credited'),
  e
    .case()
    .when(e.exists(paymentsOf(e).where('s.esito', '=', 'REVOKED')))
    .then(1)
    .else(0)
    .end()
    .as('revoked'),
  e
    .case()
    .when(
      e.exists(
        paymentsOf(e).where((q) =>
          q.not(
            q.exists(
              q
                .selectFrom('ricevute as r')
                .select('r.id')
                .whereRef('r.iuv', '=', 's.iuv')
                .whereRef('r.ente', '=', 's.ente')
                .whereRef('r.rif', '=', 's.iur'),
            ),
          ),
        ),
      ),
    )
    .then(1)
    .else(0)
    .end()
    .as('unmatched'),
];

/** The place of a flow in the list. */
export type FlussoPlace = { data: string; id: string };

/** The latest first. @param after the last one of the page before */
export function listFlussi(
  db: StoreDb,
  filter: FlussiFilter,
  { after, limit }: { after?: FlussoPlace; limit: number },
) {
  let query = flussiWithin(db, filter);
  if (after)
    query = query.where((e) =>
      e.or([e('f.data', '<', after.data), e.and([e('f.data', '=', after.data), e('f.id', '<', after.id)])]),
    );
  return query.selectAll('f').select(shownOf).orderBy('f.data', 'desc').orderBy('f.id', 'desc').limit(limit).execute();
}

export async function sumFlussi(db: StoreDb, filter: FlussiFilter) {
  const row = await flussiWithin(db, filter)
    .select((e) => [
      e.fn.countAll<number>().as('quanti'),
      e.fn.sum<number | null>('f.importo_cent').as('importo_cent'),
      e.fn.sum<number | null>(e.fn.coalesce(creditedOf(e), e.val(0))).as('accreditato_cent'),
    ])
    .executeTakeFirstOrThrow();
  return {
    quanti: Number(row.quanti),
    importo_cent: Number(row.importo_cent ?? 0),
    accreditato_cent: Number(row.accreditato_cent ?? 0),
  };
}

/** A flow of one of these enti, whichever its revision. */
export const findFlusso = (db: StoreDb, { id, enti }: { id: string; enti: readonly string[] }) =>
  db
    .selectFrom('flussi as f')
    .selectAll('f')
    .select(shownOf)
    .where('f.id', '=', id)
    .where('f.ente', 'in', enti)
    .executeTakeFirst();

/** Payments of a flow in their order, each with its receipt. */
export const listPayments = (db: StoreDb, { flusso, after, limit }: { flusso: string; after: number; limit: number }) =>
  db
    .selectFrom('flussi_pagamenti as s')
    .leftJoin('ricevute as r', (j) =>
      j.onRef('r.iuv', '=', 's.iuv').onRef('r.ente', '=', 's.ente').onRef('r.rif', '=', 's.iur'),
    )
    .select(['s.n', 's.iuv', 's.iur', 's.importo_cent', 's.esito', 'r.id as incasso', 'r.causale'])
    .where('s.flusso', '=', flusso)
    .where('s.n', '>', after)
    .orderBy('s.n')
    .limit(limit)
    .execute();

/** Movements that name a flow which the portal does not have, the latest first. */
export const listWithoutFlusso = (db: StoreDb, { ente, dal, al }: FlussiFilter) =>
  db
    .selectFrom('accrediti as a')
    .selectAll()
    .where('a.ente', '=', ente)
    .where('a.data', '>=', dal)
    .where('a.data', '<=', al)
    .where('a.flusso', '<>', '')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('flussi as f')
            .select('f.id')
            .whereRef('f.nome', '=', 'a.flusso')
            .whereRef('f.ente', '=', 'a.ente'),
        ),
      ),
    )
    .orderBy('a.data', 'desc')
    .orderBy('a.id')
    .limit(50)
    .execute();

/** @returns those of these names under which an ente has a flow */
export async function listKnownNomi(db: StoreDb, ente: string, nomi: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < nomi.length; at += MOST_VALUES) {
    const rows = await db
      .selectFrom('flussi')
      .select('nome')
      .where('ente', '=', ente)
      .where('nome', 'in', nomi.slice(at, at + MOST_VALUES))
      .execute();
    for (const { nome } of rows) known.add(nome);
  }
  return known;
}

/** Both engines take 32,766 values in a statement. */
const MOST_VALUES = 30_000;
const ACCREDITO_COLUMNS = 9;

/** @returns ids of those that were not there */
export async function writeAccrediti(db: StoreDb, accrediti: readonly Accredito[]): Promise<Set<string>> {
  const written = new Set<string>();
  const most = Math.floor(MOST_VALUES / ACCREDITO_COLUMNS);
  for (let at = 0; at < accrediti.length; at += most) {
    const rows = await db
      .insertInto('accrediti')
      .values(accrediti.slice(at, at + most))
      .onConflict((c) => c.doNothing())
      .returning('id')
      .execute();
    for (const { id } of rows) written.add(id);
  }
  return written;
}
