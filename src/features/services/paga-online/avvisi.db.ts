/** Queries that find avvisi, with or without a documento, the attempts open on them, and what an ente lets people pay. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { CallContext } from '../../../context.ts';
import type { StoreDb } from '../../../store/open.server.ts';
import type { Avviso, StoreTables } from '../../../store/tables.ts';
import { LIVE_STATI } from './esiti.ts';

/** The key of a notice everywhere. */
export type AvvisoKey = { ente: string; numero_avviso: string };

/**
 * A notice, of a document or by itself.
 * @property documento id of its document; null: it has none
 * @property scade when a spontaneous one that nobody paid is given up
 * @property openAtMooney how many payments of it at the second provider have no end yet: `findOpenAtMooney` tells of them
 */
export type AvvisoRow = AvvisoKey & {
  iuv: string | null;
  documento: string | null;
  /** Kind and number of the document, which make its subject */
  tipo: string | null;
  causale: string;
  importo_cent: number;
  scadenza: string | null;
  pagabile_fino: string | null;
  stato: string;
  scade: number | null;
  openAtMooney: number;
};

/** Counts what keeps a notice from being paid otherwise unasked (product rule). */
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

/** By `numero_avviso` or `iuv` of a body: the document's first, if by some import there are both. */
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

const searchByNumero = (db: StoreDb, wanted: { value: string; ente: string }) =>
  searchAvvisi(db, 'numero_avviso', wanted).execute();
const searchByIuv = (db: StoreDb, wanted: { value: string; ente: string }) => searchAvvisi(db, 'iuv', wanted).execute();

/** @param by what the caller knows of it; the number, when both */
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
  // An import may know the number only: with today's form of numbers it holds the IUV.
  return (await searchByNumero(db, { value: `3${iuv}`, ente }))[0];
}

/** The latest attempts on a notice whose end is not known yet. */
export const listLiveTentativi = (db: StoreDb, key: AvvisoKey) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
    .selectAll('p')
    .where('n.numero_avviso', '=', key.numero_avviso)
    .where('n.ente', '=', key.ente)
    .where('p.stato', 'in', LIVE_STATI)
    .orderBy('p.creato', 'desc')
    .limit(3)
    .execute();

/** The payment of a notice at the second provider that has no end yet. */
export const findOpenAtMooney = (db: StoreDb, key: AvvisoKey) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
    .selectAll('p')
    .where('n.numero_avviso', '=', key.numero_avviso)
    .where('n.ente', '=', key.ente)
    .where('p.fornitore', '=', 'mooney')
    .where('p.stato', 'in', LIVE_STATI)
    .orderBy('p.scade', 'desc')
    .limit(1)
    .execute();

/** Carts at pagoPA that their owner left since then: nobody ended them there. */
export const listAbandoned = (db: StoreDb, key: AvvisoKey & { since: number }) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
    .selectAll('p')
    .where('n.numero_avviso', '=', key.numero_avviso)
    .where('n.ente', '=', key.ente)
    .where('p.fornitore', '=', 'pagopa')
    .where('p.stato', '=', 'annullato')
    .where('p.scade', '>', key.since)
    .orderBy('p.creato', 'desc')
    .limit(3)
    .execute();

type TentativoOnDocumento = ExpressionBuilder<
  StoreTables & { n: StoreTables['pagamenti_avvisi']; p: StoreTables['pagamenti'] },
  'n' | 'p'
>;

/**
 * Condition on a cart at pagoPA: it is of somebody whose the document is. They owe it by their login, had opened its position by the
 * codes, or made a request about it. Anybody with the number of the letter opens a cart: a stranger's stands in nobody's way.
 */
function isByDebtor(e: TentativoOnDocumento) {
  const documento = e
    .selectFrom('documenti as d')
    .select('d.id')
    .whereRef('d.numero_avviso', '=', 'n.numero_avviso')
    .whereRef('d.ente', '=', 'n.ente');
  const byLogin = documento
    .innerJoin('rappresentanze as r', 'r.posizione', 'd.posizione')
    .innerJoin('utenti as u', 'u.codice_fiscale', 'r.codice_fiscale')
    .where('r.tolta', 'is', null)
    .whereRef('u.id', '=', 'p.utente');
  const byCodici = documento
    .innerJoin('concessioni as c', 'c.posizione', 'd.posizione')
    .whereRef('c.proprietario', '=', 'p.proprietario')
    .whereRef('c.scade', '>', 'p.creato');
  const byRichiesta = documento
    .innerJoin('richieste_documenti as s', 's.documento', 'd.id')
    .innerJoin('pratiche as q', 'q.id', 's.pratica')
    .where((q) => q.or([q('q.proprietario', '=', q.ref('p.proprietario')), q('q.utente', '=', q.ref('p.utente'))]));
  return e.or([e.exists(byLogin), e.exists(byCodici), e.exists(byRichiesta)]);
}

/** Attempts on notices of documents that have no end yet and stand in the way of requests about them. */
const tentativiInTheWay = (db: StoreDb, numeri: readonly string[]) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
    .where('n.numero_avviso', 'in', numeri)
    .where('p.stato', 'in', LIVE_STATI)
    .where((e) => e.or([e('p.fornitore', '=', 'mooney'), isByDebtor(e)]));

/** Of these numbers, the notices whose payment is at the second provider, or being verified for somebody whose they are. */
export const listMoneyOnItsWay = (db: StoreDb, numeri: readonly string[]): Promise<AvvisoKey[]> =>
  tentativiInTheWay(db, numeri)
    .select(['n.ente', 'n.numero_avviso'])
    .where((e) => e.or([e('p.fornitore', '=', 'mooney'), e('p.stato', '=', 'in_verifica')]))
    .execute();

/** The attempts on a notice that a decision about its document waits for. */
export const listTentativiInTheWay = (db: StoreDb, { ente, numero_avviso, now }: AvvisoKey & { now: number }) =>
  tentativiInTheWay(db, [numero_avviso])
    .select(['p.creato', 'p.scade'])
    .where('n.ente', '=', ente)
    .where((e) => e.or([e('p.fornitore', '=', 'mooney'), e('p.stato', '=', 'in_verifica'), e('p.scade', '>', now)]))
    .execute();

/**
 * Makes who else is about to open or to close a payment of these notices wait until the transaction ends. Always in the same
 * order: two carts that share notices cannot lock each other.
 */
export async function lockAvvisi(ctx: Pick<CallContext, 'db' | 'house'>, keys: readonly AvvisoKey[]): Promise<void> {
  // SQLite has one writer at a time and no row locks.
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

/** @returns true when the document of this notice was divided into instalments or annulled before its receipt came */
export async function isDecided(db: StoreDb, { ente, numero_avviso }: AvvisoKey): Promise<boolean> {
  const row = await db
    .selectFrom('documenti')
    .select('id')
    .where('numero_avviso', '=', numero_avviso)
    .where('ente', '=', ente)
    .where('stato', 'in', ['rateizzato', 'annullato'])
    .executeTakeFirst();
  return row !== undefined;
}

/** A receipt came: paid, whatever was said of it before. */
export async function markPaid(db: StoreDb, { ente, numero_avviso }: AvvisoKey): Promise<void> {
  for (const table of ['documenti', 'avvisi'] as const) {
    await db
      .updateTable(table)
      .set({ stato: 'pagato', stato_da: 'ricevuta' })
      .where('numero_avviso', '=', numero_avviso)
      .where('ente', '=', ente)
      .execute();
  }
}

/** @returns false when the body has had this number or IUV before */
export async function writeAvviso(db: StoreDb, avviso: Avviso): Promise<boolean> {
  const row = await db
    .insertInto('avvisi')
    .values(avviso)
    .onConflict((c) => c.doNothing())
    .returning('ente')
    .executeTakeFirst();
  return row !== undefined;
}

/** Spontaneous payments that nobody paid in time, and nobody is paying. @returns how many were given up */
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

/** Services of a body that can be paid, in the order of the import. */
export function listServizi(db: StoreDb, ente: string) {
  return db
    .selectFrom('servizi_pagamento')
    .select('dati_json')
    .where('ente', '=', ente)
    .orderBy('ordine')
    .orderBy('codice')
    .execute();
}

/** @returns every service of every body, for the lists */
export function listAllServizi(db: StoreDb) {
  return db.selectFrom('servizi_pagamento').select(['ente', 'dati_json']).orderBy('ordine').orderBy('codice').execute();
}
