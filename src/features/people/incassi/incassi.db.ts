/** Queries of the receipts of an ente: a page of them, and their sums. */
import { type RawBuilder, sql } from 'kysely';
import { addDays, midnightInRome } from '../../../platform/atoms/date.ts';
import type { Ricevuta, StoreDb } from '../../../store/tables.ts';
import { linkHolds, type PosizioneHolder } from '../../cases/posizione/link.ts';
import { decisionOf, type OfRicevuta, revokedOf, selectSettled } from '../../services/paga-online/journal.db.ts';
import { avvisiOnDocumentiOf } from '../../services/paga-online/own-pagamenti.db.ts';
import type { IncassiQueue, IncassoCanale, IncassoStato } from './incassi.contract.ts';

/** @property numero of a notice @property debitore by tax code, and today's positions @property rif of the provider @property pratica by its number */
export type IncassiSearch =
  | { numero: string }
  | { iuv: string }
  | { debitore: PosizioneHolder }
  | { rif: string }
  | { pratica: { anno: number; numero: number } };

/**
 * @property dal, al first and last day of the payment, in Rome; with a search they do not count
 * @property servizi codes of services, empty for receipts of which none is known; undefined: all
 */
export type IncassiFilter = {
  ente: string;
  dal: string;
  al: string;
  servizi?: readonly string[] | undefined;
  fornitore?: Ricevuta['fornitore'] | undefined;
  canale?: IncassoCanale | undefined;
  queue?: IncassiQueue | undefined;
  stato?: IncassoStato | undefined;
  search?: IncassiSearch | undefined;
};

/** Whether the portal has the notice, as a document or by itself. */
const isKnown = (e: OfRicevuta) =>
  e.or(
    (['documenti', 'avvisi'] as const).map((table) =>
      e.exists(
        e
          .selectFrom(table)
          .select(`${table}.ente`)
          .whereRef(`${table}.numero_avviso`, '=', 'r.numero_avviso')
          .whereRef(`${table}.ente`, '=', 'r.ente'),
      ),
    ),
  );

/** Numbers of the notices that a person owes: by their tax code to an ente, by a position of theirs, or by a case about its documents. */
function selectOwedNumeri(db: StoreDb, { ente, ...person }: PosizioneHolder & { ente: string }) {
  const { codice_fiscale, today } = person;
  const positions = db
    .selectFrom('rappresentanze as r')
    .select('r.posizione')
    .where('r.codice_fiscale', '=', codice_fiscale)
    .where(linkHolds('r', today, 'own'));
  const byPosizione = (['documenti', 'avvisi'] as const).map((table) =>
    db
      .selectFrom(table)
      .select((e) => e.ref(`${table}.numero_avviso`).$castTo<string>().as('numero_avviso'))
      .where(`${table}.posizione`, 'in', positions),
  );
  const byTaxCode = db
    .selectFrom('avvisi')
    .select('numero_avviso')
    .where('debitore', '=', codice_fiscale)
    .where('ente', '=', ente);
  const byPratica = avvisiOnDocumentiOf(db, person, 'own').select('a.numero_avviso');
  return byPosizione.reduce((all, some) => all.unionAll(some), byTaxCode).unionAll(byPratica);
}

/** The few receipts that a search finds. */
function selectFound(db: StoreDb, ente: string, search: IncassiSearch) {
  const ofEnte = db.selectFrom('ricevute').select('id').where('ente', '=', ente);
  if ('numero' in search) return ofEnte.where('numero_avviso', '=', search.numero);
  if ('iuv' in search) return ofEnte.where('iuv', '=', search.iuv);
  if ('pratica' in search)
    return ofEnte.where('numero_avviso', 'in', (e) =>
      e
        .selectFrom('pratiche as p')
        .innerJoin('avvisi as a', 'a.pratica', 'p.id')
        .select('a.numero_avviso')
        .where('p.ente', '=', ente)
        .where('p.anno', '=', search.pratica.anno)
        .where('p.numero', '=', search.pratica.numero),
    );
  // Found by the key of receipts, which begins with both.
  if ('rif' in search) return ofEnte.where('rif', '=', search.rif).where('fornitore', 'in', ['pagopa', 'mooney']);
  return ofEnte.where('numero_avviso', 'in', selectOwedNumeri(db, { ente, ...search.debitore }));
}

/** Its money has left the provider. */
const isSettledAt = (e: OfRicevuta) => e.exists(selectSettled(e).select('s.n').where('s.esito', '<>', 'REVOKED'));

/** The cash book has a movement for a flow with it. */
const isCredited = (e: OfRicevuta) =>
  e.exists(
    selectSettled(e)
      .innerJoin('accrediti as a', (j) => j.onRef('a.flusso', '=', 'f.nome').onRef('a.ente', '=', 'f.ente'))
      .select('s.n')
      .where('s.esito', '<>', 'REVOKED'),
  );

const IN_STATO: Readonly<Record<IncassoStato, (e: OfRicevuta) => ReturnType<OfRicevuta['and']>>> = {
  pagato: (e) => e.not(isSettledAt(e)),
  riversato: (e) => e.and([isSettledAt(e), e.not(isCredited(e))]),
  accreditato: (e) => e.and([isCredited(e)]),
};

const IN_QUEUE: Readonly<Record<IncassiQueue, (e: OfRicevuta) => ReturnType<OfRicevuta['and']>>> = {
  doppi: (e) => e.and([e('r.doppia', '=', 1)]),
  revocati: (e) => e(revokedOf(e), '=', 1),
  sconosciuti: (e) => e.not(isKnown(e)),
};

/** Without a decision, or with one that was taken back. */
const isUndecided = (e: OfRicevuta) => e(e.fn.coalesce(decisionOf(e), e.val('riaperta')), '=', 'riaperta');

function selectIncassi(db: StoreDb, filter: IncassiFilter) {
  const { ente, dal, al, servizi, fornitore, canale, queue, stato, search } = filter;
  const all = db.selectFrom('ricevute as r');
  let query = search
    ? all.where('r.id', 'in', selectFound(db, ente, search))
    : all
        .where('r.ente', '=', ente)
        .where('r.pagato_il', '>=', midnightInRome(dal))
        .where('r.pagato_il', '<', midnightInRome(addDays(al, 1)));
  if (servizi) query = query.where((e) => e.or(servizi.map((one) => e('r.servizio', '=', one))));
  if (fornitore) query = query.where('r.fornitore', '=', fornitore);
  if (canale) query = query.where('r.pagamento', canale === 'portale' ? 'is not' : 'is', null);
  if (stato) query = query.where(IN_STATO[stato]);
  return queue ? query.where(IN_QUEUE[queue]).where(isUndecided) : query;
}

/** The place of a receipt in the list. */
export type IncassoKey = Pick<Ricevuta, 'pagato_il' | 'id'>;

/** The latest first. @param after the last one of the page before */
export function listIncassi(
  db: StoreDb,
  filter: IncassiFilter,
  { after, limit }: { after?: IncassoKey; limit: number },
) {
  let query = selectIncassi(db, filter);
  if (after)
    query = query.where((e) =>
      e.or([
        e('r.pagato_il', '<', after.pagato_il),
        e.and([e('r.pagato_il', '=', after.pagato_il), e('r.id', '<', after.id)]),
      ]),
    );
  return query
    .selectAll('r')
    .select(shownOf)
    .orderBy('r.pagato_il', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

/** What is shown of a receipt beside its row. */
const shownOf = (e: OfRicevuta) => [
  e.case().when(isKnown(e)).then(1).else(0).end().as('known'),
  e
    .case()
    .when(isCredited(e))
    .then('accreditato')
    .when(isSettledAt(e))
    .then('riversato')
    .else('pagato')
    .end()
    .$castTo<IncassoStato>()
    .as('stato'),
  revokedOf(e).as('revoked'),
  decisionOf(e).as('decided'),
];

/** A receipt of one of these enti. */
export const findIncasso = (db: StoreDb, { id, enti }: { id: string; enti: readonly string[] }) =>
  db
    .selectFrom('ricevute as r')
    .selectAll('r')
    .select(shownOf)
    .where('r.id', '=', id)
    .where('r.ente', 'in', enti)
    .executeTakeFirst();

/** Receipts of a day or month and of a service: how many, and how much. @property periodo `YYYY-MM-DD` or `YYYY-MM` */
export type IncassiSum = { periodo: string; servizio: string; quanti: number; importo_cent: number };

/** Sums of each day or month that has receipts, by service. */
export async function sumIncassi(
  db: StoreDb,
  filter: Omit<IncassiFilter, 'servizi'>,
  by: 'day' | 'month',
): Promise<IncassiSum[]> {
  const { canale, queue, stato, search } = filter;
  const period = by === 'day' ? sql<string>`giorno` : sql<string>`substr(giorno, 1, 7)`;
  const rows = await (canale || queue || stato || search ? sumRows : sumKept)(db, filter, period);
  return rows.map(({ quanti, importo_cent, ...of }) => ({
    ...of,
    quanti: Number(quanti),
    importo_cent: Number(importo_cent),
  }));
}

/** Of all receipts of a time the store keeps the sums. */
function sumKept(db: StoreDb, { ente, dal, al, fornitore }: IncassiFilter, period: RawBuilder<string>) {
  const query = db
    .selectFrom('somme_incassi')
    .select((e) => [
      period.as('periodo'),
      'servizio',
      e.fn.sum<number>('quanti').as('quanti'),
      e.fn.sum<number>('importo_cent').as('importo_cent'),
    ])
    .where('ente', '=', ente)
    .where('giorno', '>=', dal)
    .where('giorno', '<=', al)
    .groupBy(['periodo', 'servizio']);
  return (fornitore ? query.where('fornitore', '=', fornitore) : query).execute();
}

const sumRows = (db: StoreDb, filter: IncassiFilter, period: RawBuilder<string>) =>
  selectIncassi(db, filter)
    .select((e) => [
      period.as('periodo'),
      'servizio',
      e.fn.countAll<number>().as('quanti'),
      e.fn.sum<number>(e('r.importo_cent', '-', e.ref('r.bollo_cent'))).as('importo_cent'),
    ])
    .groupBy(['periodo', 'servizio'])
    .execute();
