/** Queries of the receipts of an ente: a page of them, their sum, and their sums by hour. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Ricevuta, StoreDb, StoreTables } from '../../../store/tables.ts';
import type { IncassiQueue } from './incassi.contract.ts';

/** @property numero of a notice @property debitore tax code @property rif of the provider */
export type IncassiSearch = { numero: string } | { iuv: string } | { debitore: string } | { rif: string };

/** @property from, until instants of the payment, epoch ms: `from` on, before `until`; with a search they do not count */
export type IncassiFilter = {
  ente: string;
  from: number;
  until: number;
  fornitore?: Ricevuta['fornitore'] | undefined;
  queue?: IncassiQueue | undefined;
  search?: IncassiSearch | undefined;
};

type OfRicevuta = ExpressionBuilder<StoreTables & { r: StoreTables['ricevute'] }, 'r'>;

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

/** Numbers of the notices that a person owes: by their tax code to an ente, or by a position of theirs, whose notices are its ente's. */
function selectOwedNumeri(db: StoreDb, { ente, codice_fiscale }: { ente: string; codice_fiscale: string }) {
  const positions = db
    .selectFrom('rappresentanze')
    .select('posizione')
    .where('codice_fiscale', '=', codice_fiscale)
    .where('tolta', 'is', null);
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
  return byPosizione.reduce((all, some) => all.unionAll(some), byTaxCode);
}

/** The few receipts that a search finds. */
function selectFound(db: StoreDb, ente: string, search: IncassiSearch) {
  const ofEnte = db.selectFrom('ricevute').select('id').where('ente', '=', ente);
  if ('numero' in search) return ofEnte.where('numero_avviso', '=', search.numero);
  if ('iuv' in search) return ofEnte.where('iuv', '=', search.iuv);
  // Found by the key of receipts, which begins with both.
  if ('rif' in search) return ofEnte.where('rif', '=', search.rif).where('fornitore', 'in', ['pagopa', 'mooney']);
  return ofEnte.where('numero_avviso', 'in', selectOwedNumeri(db, { ente, codice_fiscale: search.debitore }));
}

function selectIncassi(db: StoreDb, { ente, from, until, fornitore, queue, search }: IncassiFilter) {
  const all = db.selectFrom('ricevute as r');
  let query = search
    ? all.where('r.id', 'in', selectFound(db, ente, search))
    : all.where('r.ente', '=', ente).where('r.pagato_il', '>=', from).where('r.pagato_il', '<', until);
  if (fornitore) query = query.where('r.fornitore', '=', fornitore);
  if (queue === 'doppi') query = query.where('r.doppia', '=', 1);
  return queue === 'sconosciuti' ? query.where((e) => e.not(isKnown(e))) : query;
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
    .select((e) => e.case().when(isKnown(e)).then(1).else(0).end().as('known'))
    .orderBy('r.pagato_il', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

const HOUR_MS = 3_600_000;

/** Sums by the hour, counted from the first instant of the filter, so that days of any length can be made of them. */
export async function sumIncassi(
  db: StoreDb,
  filter: IncassiFilter,
): Promise<{ hour: number; quanti: number; importo_cent: number }[]> {
  // Whole numbers divide to whole numbers on both engines.
  const hour = sql<number>`(r.pagato_il - cast(${filter.from} as bigint)) / ${sql.lit(HOUR_MS)}`;
  const rows = await selectIncassi(db, filter)
    .select((e) => [
      hour.as('hour'),
      e.fn.countAll<number>().as('quanti'),
      e.fn.sum<number>('r.importo_cent').as('importo_cent'),
    ])
    .groupBy('hour')
    .execute();
  return rows.map((row) => ({
    hour: Number(row.hour),
    quanti: Number(row.quanti),
    importo_cent: Number(row.importo_cent),
  }));
}
