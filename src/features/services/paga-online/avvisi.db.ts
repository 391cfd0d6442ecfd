/** Queries that find avvisi, with or without a documento, the attempts open on them, and what an ente lets people pay. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { Avviso, StoreDb, StoreTables } from '../../../store/tables.ts';
import { linkHolds } from '../../cases/posizione/link.ts';
import { LIVE_STATI } from './esiti.ts';

/** What identifies a notice in every table and call. */
export type AvvisoKey = { ente: string; numero_avviso: string };

/**
 * A notice, whether or not it belongs to a document.
 * @property documento id of its document, null without one
 * @property scade instant at which an unpaid spontaneous notice expires
 * @property openAtMooney how many payments of it at the second provider have no outcome yet; `findOpenAtMooney` reads them
 */
export type AvvisoRow = AvvisoKey & {
  iuv: string | null;
  documento: string | null;
  /** Kind and number of the document, which make its subject */
  tipo: string | null;
  causale: string;
  importo_cent: number;
  /** The part of it that buys a digital stamp */
  bollo_cent: number | null;
  scadenza: string | null;
  pagabile_fino: string | null;
  stato: string;
  scade: number | null;
  openAtMooney: number;
};

/** Counts the payments that block any other payment of the notice, unless the caller confirms (product rule). */
function countAtMooney(db: StoreDb, avviso: 'a' | 'd') {
  return db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
    .select((e) => e.fn.countAll<number>().as('quanti'))
    .whereRef('n.numero_avviso', '=', sql.ref(`${avviso}.numero_avviso`))
    .whereRef('n.ente', '=', sql.ref(`${avviso}.ente`))
    .where('p.fornitore', '=', 'mooney')
    .where('p.stato', 'in', LIVE_STATI)
    .$asScalar();
}

/** Finds a notice by `numero_avviso` or `iuv` and ente. If an import has left both kinds, the one of the document comes first. */
function searchAvvisi(db: StoreDb, by: 'numero_avviso' | 'iuv', { value, ente }: { value: string; ente: string }) {
  return db
    .selectFrom('documenti as d')
    .select((e) => [
      'd.ente',
      'd.iuv',
      e.ref('d.id').$castTo<string | null>().as('documento'),
      e.ref('d.tipo').$castTo<string | null>().as('tipo'),
      'd.numero as causale',
      'd.importo_cent',
      e.cast<number | null>(e.val(null), 'bigint').as('bollo_cent'),
      'd.scadenza',
      e.ref('d.numero_avviso').$notNull().as('numero_avviso'),
      e.cast<string | null>(e.val(null), 'text').as('pagabile_fino'),
      'd.stato',
      e.cast<number | null>(e.val(null), 'bigint').as('scade'),
      countAtMooney(db, 'd').$notNull().as('openAtMooney'),
    ])
    .where(`d.${by}`, '=', value)
    .where('d.ente', '=', ente)
    .where('d.numero_avviso', 'is not', null)
    .unionAll(
      db
        .selectFrom('avvisi as a')
        .select((e) => [
          'a.ente',
          e.ref('a.iuv').$castTo<string | null>().as('iuv'),
          e.cast<string | null>(e.val(null), 'text').as('documento'),
          e.cast<string | null>(e.val(null), 'text').as('tipo'),
          'a.causale',
          'a.importo_cent',
          e.ref('a.bollo_cent').$castTo<number | null>().as('bollo_cent'),
          'a.scadenza',
          'a.numero_avviso',
          'a.pagabile_fino',
          'a.stato',
          'a.scade',
          countAtMooney(db, 'a').$notNull().as('openAtMooney'),
        ])
        .where(`a.${by}`, '=', value)
        .where('a.ente', '=', ente),
    );
}

/** @returns ids of the enti that have a notice with this number */
export const listEntiWithNumero = (db: StoreDb, numero_avviso: string) =>
  db
    .selectFrom('documenti')
    .select('ente')
    .where('numero_avviso', '=', numero_avviso)
    .union(db.selectFrom('avvisi').select('ente').where('numero_avviso', '=', numero_avviso))
    .execute();

const searchByNumero = (db: StoreDb, wanted: { value: string; ente: string }) =>
  searchAvvisi(db, 'numero_avviso', wanted).execute();
const searchByIuv = (db: StoreDb, wanted: { value: string; ente: string }) => searchAvvisi(db, 'iuv', wanted).execute();

/** @param by what the caller gave; the number, if both */
export async function findAvvisoRow(
  db: StoreDb,
  ente: string,
  by: { numero_avviso?: string | undefined; iuv?: string | undefined },
): Promise<AvvisoRow | undefined> {
  const { numero_avviso, iuv } = by;
  const rows =
    numero_avviso !== undefined
      ? await searchByNumero(db, { value: numero_avviso, ente })
      : await searchByIuv(db, { value: iuv ?? '', ente });
  if (rows[0] || numero_avviso !== undefined || iuv?.length !== 17) return rows[0];
  // An import may give the number only. In the current format the number contains the IUV.
  return (await searchByNumero(db, { value: `3${iuv}`, ente }))[0];
}

/** The attempts on a notice: `n` is its line in them, `p` the attempt. */
export const tentativiOn = (db: StoreDb, { ente, numero_avviso }: AvvisoKey) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
    .where('n.numero_avviso', '=', numero_avviso)
    .where('n.ente', '=', ente);

/** The latest attempts on a notice that have no outcome yet. */
export const listLiveTentativi = (db: StoreDb, key: AvvisoKey) =>
  tentativiOn(db, key).selectAll('p').where('p.stato', 'in', LIVE_STATI).orderBy('p.creato', 'desc').limit(3).execute();

/** The payment of a notice at the second provider that has no outcome yet. */
export const findOpenAtMooney = (db: StoreDb, key: AvvisoKey) =>
  tentativiOn(db, key)
    .selectAll('p')
    .where('p.fornitore', '=', 'mooney')
    .where('p.stato', 'in', LIVE_STATI)
    .orderBy('p.scade', 'desc')
    .limit(1)
    .execute();

/** A cart at pagoPA of this person on a notice whose outcome is not known. @param owners names under which a caller opens payments */
export const findOwnAtPagopa = (db: StoreDb, key: AvvisoKey & { owners: readonly string[]; utente: string | null }) =>
  tentativiOn(db, key)
    .select(['p.creato', 'p.stato'])
    .where('p.fornitore', '=', 'pagopa')
    .where('p.stato', 'in', LIVE_STATI)
    .where((e) => e.or([e('p.proprietario', 'in', key.owners), e('p.utente', '=', key.utente)]))
    .orderBy('p.creato', 'desc')
    .limit(1)
    .execute();

/** The latest carts at pagoPA that their owner left and whose time ended after `since`: a receipt may still come. */
export const listAbandoned = (db: StoreDb, key: AvvisoKey & { since: number }) =>
  tentativiOn(db, key)
    .selectAll('p')
    .where('p.fornitore', '=', 'pagopa')
    .where('p.stato', '=', 'annullato')
    .where('p.scade', '>', key.since)
    .orderBy('p.creato', 'desc')
    .limit(3)
    .execute();

type TentativoOnAvviso = ExpressionBuilder<
  StoreTables & { n: StoreTables['pagamenti_avvisi']; p: StoreTables['pagamenti'] },
  'n' | 'p'
>;

/**
 * Condition on a cart at pagoPA: it was opened by a person connected with the notice. That person owes it or its document by their login, had
 * opened its position with the codes, created it, or made the request that it belongs to. Anybody with the number of the letter can open a
 * cart, so a stranger's cart blocks nothing and gets no receipt.
 */
export function isByDebtor(e: TentativoOnAvviso, today: string) {
  const documento = e
    .selectFrom('documenti as d')
    .select('d.id')
    .whereRef('d.numero_avviso', '=', 'n.numero_avviso')
    .whereRef('d.ente', '=', 'n.ente');
  const avviso = e
    .selectFrom('avvisi as a')
    .select('a.ente')
    .whereRef('a.numero_avviso', '=', 'n.numero_avviso')
    .whereRef('a.ente', '=', 'n.ente');
  const byLogin = documento
    .innerJoin('rappresentanze as r', 'r.posizione', 'd.posizione')
    .innerJoin('utenti as u', 'u.codice_fiscale', 'r.codice_fiscale')
    .where(linkHolds('r', today))
    .whereRef('u.id', '=', 'p.utente');
  const byCodici = documento
    .innerJoin('concessioni as c', 'c.posizione', 'd.posizione')
    .whereRef('c.proprietario', '=', 'p.proprietario')
    .whereRef('c.scade', '>', 'p.creato');
  const byRichiesta = documento
    .innerJoin('richieste_documenti as s', 's.documento', 'd.id')
    .innerJoin('pratiche as q', 'q.id', 's.pratica')
    .where((q) => q.or([q('q.proprietario', '=', q.ref('p.proprietario')), q('q.utente', '=', q.ref('p.utente'))]));
  const byTaxCode = avviso.innerJoin('utenti as u', 'u.codice_fiscale', 'a.debitore').whereRef('u.id', '=', 'p.utente');
  const byCreation = avviso.whereRef('a.proprietario', '=', 'p.proprietario');
  const byPosizione = avviso
    .innerJoin('rappresentanze as r', 'r.posizione', 'a.posizione')
    .innerJoin('utenti as u', 'u.codice_fiscale', 'r.codice_fiscale')
    .where(linkHolds('r', today))
    .whereRef('u.id', '=', 'p.utente');
  const byPratica = avviso
    .innerJoin('pratiche as q', 'q.id', 'a.pratica')
    .where((q) => q.or([q('q.proprietario', '=', q.ref('p.proprietario')), q('q.utente', '=', q.ref('p.utente'))]));
  const byDocumentoOfPratica = avviso
    .innerJoin('richieste_documenti as s', 's.pratica', 'a.pratica')
    .innerJoin('documenti as d', 'd.id', 's.documento')
    .innerJoin('rappresentanze as r', 'r.posizione', 'd.posizione')
    .innerJoin('utenti as u', 'u.codice_fiscale', 'r.codice_fiscale')
    .where(linkHolds('r', today))
    .whereRef('u.id', '=', 'p.utente');
  const ways = [byLogin, byCodici, byRichiesta, byTaxCode, byCreation, byPosizione, byPratica, byDocumentoOfPratica];
  return e.and([e('p.proprietario', '<>', ''), e.or(ways.map((way) => e.exists(way)))]);
}

/** Attempts on notices of documents that have no outcome yet and block requests about those documents. */
const tentativiInTheWay = (db: StoreDb, { numeri, now }: { numeri: readonly string[]; now: number }) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
    .where('n.numero_avviso', 'in', numeri)
    .where('p.stato', 'in', LIVE_STATI)
    .where((e) => e.or([e('p.fornitore', '=', 'mooney'), isByDebtor(e, todayInRome(now))]));

/** Of these numbers, the notices whose payment is at the second provider, or is being verified for a person connected with the document. */
export const listMoneyOnItsWay = (
  db: StoreDb,
  asked: { numeri: readonly string[]; now: number },
): Promise<AvvisoKey[]> =>
  tentativiInTheWay(db, asked)
    .select(['n.ente', 'n.numero_avviso'])
    .where((e) => e.or([e('p.fornitore', '=', 'mooney'), e('p.stato', '=', 'in_verifica')]))
    .execute();

/** The attempts on a notice that a decision about its document has to wait for. */
export const listTentativiInTheWay = (db: StoreDb, { ente, numero_avviso, now }: AvvisoKey & { now: number }) =>
  tentativiInTheWay(db, { numeri: [numero_avviso], now })
    .select(['p.creato', 'p.scade'])
    .where('n.ente', '=', ente)
    .where((e) => e.or([e('p.fornitore', '=', 'mooney'), e('p.stato', '=', 'in_verifica'), e('p.scade', '>', now)]))
    .execute();

/**
 * Locks these notices until the transaction ends, so that no other payment of them opens or closes meanwhile. The order is always the same,
 * so that two carts with common notices cannot deadlock.
 */
export async function lockAvvisi(ctx: Pick<CallContext, 'db' | 'house'>, keys: readonly AvvisoKey[]): Promise<void> {
  // SQLite has a single writer and no row locks.
  if (ctx.house.dialect !== 'postgres') return;
  const sorted = [...keys].sort((a, b) => (avvisoKeyText(a) < avvisoKeyText(b) ? -1 : 1));
  for (const { ente, numero_avviso } of sorted) {
    for (const table of ['documenti', 'avvisi'] as const) {
      await ctx.db
        .selectFrom(table)
        .select('ente')
        .where('numero_avviso', '=', numero_avviso)
        .where('ente', '=', ente)
        .forUpdate()
        .execute();
    }
  }
}

export const avvisoKeyText = ({ ente, numero_avviso }: AvvisoKey): string => `${numero_avviso} ${ente}`;

/** @returns what people had made of this notice before its receipt came; undefined when it was to be paid, or lapsed by itself */
export async function findDecision(db: StoreDb, { ente, numero_avviso }: AvvisoKey): Promise<string | undefined> {
  const documento = await db
    .selectFrom('documenti')
    .select('id')
    .where('numero_avviso', '=', numero_avviso)
    .where('ente', '=', ente)
    .where('stato', 'in', ['rateizzato', 'annullato'])
    .executeTakeFirst();
  if (documento) return 'il documento era stato rateizzato o annullato';
  const avviso = await db
    .selectFrom('avvisi')
    .select('ente')
    .where('numero_avviso', '=', numero_avviso)
    .where('ente', '=', ente)
    .where('stato', '=', 'annullato')
    .where('stato_da', '<>', 'portale')
    .executeTakeFirst();
  return avviso && 'l’ente lo aveva annullato';
}

/** @returns false when the ente has used this number or IUV before */
export async function writeAvviso(db: StoreDb, avviso: Avviso): Promise<boolean> {
  const row = await db
    .insertInto('avvisi')
    .values(avviso)
    .onConflict((c) => c.doNothing())
    .returning('ente')
    .executeTakeFirst();
  return row !== undefined;
}

/** Expires spontaneous payments that were not paid in time and have no open attempt. @returns how many expired */
export async function cancelAbandoned(db: StoreDb, now: number): Promise<number> {
  const rows = await db
    .updateTable('avvisi')
    .set({ stato: 'annullato', stato_da: 'portale', scade: null })
    .where('scade', '<=', now)
    .where('stato', '=', 'da_pagare')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('pagamenti_avvisi as n')
            .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
            .select('p.id')
            .whereRef('n.numero_avviso', '=', 'avvisi.numero_avviso')
            .whereRef('n.ente', '=', 'avvisi.ente')
            .where('p.stato', 'in', LIVE_STATI),
        ),
      ),
    )
    .returning('numero_avviso')
    .execute();
  return rows.length;
}

/** Payment services of an ente, in the order of the import. */
export function listServizi(db: StoreDb, ente: string) {
  return db
    .selectFrom('servizi_pagamento')
    .select('dati_json')
    .where('ente', '=', ente)
    .orderBy('ordine')
    .orderBy('codice')
    .execute();
}

/** @returns every payment service of every ente, for the lists */
export function listAllServizi(db: StoreDb) {
  return db.selectFrom('servizi_pagamento').select(['ente', 'dati_json']).orderBy('ordine').orderBy('codice').execute();
}
