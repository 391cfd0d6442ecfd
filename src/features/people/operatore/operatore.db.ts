/** Queries behind the operators' list: cases of their enti filtered, counted by state and paged. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { StoreDb } from '../../../store/open.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { OPEN_PRATICA_STATI, type StatoPratica } from '../../cases/pratica/stati.ts';

/**
 * Filters of the list.
 * @property enti ids of enti, at least one
 * @property words that a case has to contain, all of them, as {@link searchWords} makes them
 */
export type PraticaFilter = {
  enti: readonly string[];
  words: readonly string[];
  unreadOnly: boolean;
  /** Carried by the case */
  codiceFiscale?: string | undefined;
  /** Instants (epoch ms) between which it arrived: `from` on, before `until` */
  from?: number | undefined;
  until?: number | undefined;
  /** Code of a service or of a type of report */
  codice?: string | undefined;
  queue?: PraticaQueue | undefined;
};

/** @property persona id of an operator @property uffici ids of offices @property dal, prima due on this day or later, before this day */
export type PraticaQueue =
  | { persona: string }
  | { uffici: readonly string[] }
  | { nobody: true }
  | { dal?: string; prima: string };

/** The columns of the list, without the long texts. */
const LIST_COLUMNS = [
  'id',
  'ufficio',
  'ente',
  'tipo',
  'codice',
  'anno',
  'numero',
  'oggetto',
  'nome',
  'cognome',
  'stato',
  'inviata_il',
  'termine_il',
  'versione',
  'letto_operatore',
  'assegnata_a',
  'assegnata_ufficio',
  'canale',
] as const;

export type ListOrder = 'termine' | 'arrivo';
export type PraticaListRow = Pick<Pratica, (typeof LIST_COLUMNS)[number]>;

/** There are entries that no operator has read. The partial index has the same condition. */
const IS_UNREAD = sql<boolean>`letto_operatore < versione`;

function filterPratiche(db: StoreDb, filter: PraticaFilter) {
  const { enti, words, unreadOnly, codice, queue, codiceFiscale, from, until } = filter;
  let query = db.selectFrom('pratiche');
  // Not as plain columns either: the index by ente and state, which is in the order of the list, does without a sort.
  if (from !== undefined) query = query.where(sql<number>`+inviata_il`, '>=', from);
  if (until !== undefined) query = query.where(sql<number>`+inviata_il`, '<', until);
  if (codiceFiscale) query = query.where('codice_fiscale', '=', codiceFiscale).where(sql`ente || ''`, 'in', enti);
  else if (queue && ('persona' in queue || 'uffici' in queue)) {
    query =
      'persona' in queue
        ? query.where('assegnata_a', '=', queue.persona)
        : query.where('assegnata_ufficio', 'in', queue.uffici);
    // Not as a plain column, so that SQLite takes the index of the person or of the office (above, of the tax code).
    query = query.where(sql`ente || ''`, 'in', enti);
  } else query = enti.length === 1 ? query.where('ente', '=', enti[0] as string) : query.where('ente', 'in', enti);
  if (queue && 'nobody' in queue) query = query.where('assegnata_a', 'is', null);
  if (queue && 'prima' in queue) query = query.where('termine_il', '<', queue.prima);
  if (queue && 'prima' in queue && queue.dal) query = query.where('termine_il', '>=', queue.dal);
  if (queue) query = query.where('stato', 'in', OPEN_PRATICA_STATI);
  if (codice) query = query.where('codice', '=', codice);
  for (const word of words) query = query.where(sql<boolean>`cerca like ${`%${escapeLike(word)}%`} escape '!'`);
  return unreadOnly ? query.where(IS_UNREAD) : query;
}

/** Escapes `%` and `_`. */
const escapeLike = (word: string) => word.replace(/[!%_]/g, '!$&');

/** @returns cases by state, for the states that have any */
export async function countByStato(db: StoreDb, filter: PraticaFilter): Promise<Partial<Record<StatoPratica, number>>> {
  const counts: Partial<Record<StatoPratica, number>> = {};
  // One ente at a time: for several, SQLite chooses an index that does not cover the query.
  for (const single of singleFilters(filter)) {
    const rows = await filterPratiche(db, single)
      .select(['stato', (e) => e.fn.countAll<number>().as('n')])
      .groupBy('stato')
      .execute();
    for (const { stato, n } of rows) counts[stato as StatoPratica] = (counts[stato as StatoPratica] ?? 0) + Number(n);
  }
  return counts;
}

/** One filter per ente, or per office in the queue of some: each reads one index in order. */
function singleFilters(filter: PraticaFilter): PraticaFilter[] {
  const { queue, enti } = filter;
  if (filter.codiceFiscale || (queue && 'persona' in queue)) return [filter];
  if (queue && 'uffici' in queue) return queue.uffici.map((ufficio) => ({ ...filter, queue: { uffici: [ufficio] } }));
  return enti.map((ente) => ({ ...filter, enti: [ente] }));
}

/** @returns names of operators by their id */
export async function readNames(db: StoreDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('utenti').select(['id', 'nome', 'cognome']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, nome, cognome }) => [id, `${nome} ${cognome}`]));
}

/** The id comes last, so that no case is on two pages. */
function inOrder<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, order: ListOrder) {
  if (order === 'arrivo') return query.orderBy(sql.ref('inviata_il'), 'desc').orderBy(sql.ref('id'));
  return query.orderBy(sql.ref('termine_il')).orderBy(sql.ref('inviata_il')).orderBy(sql.ref('id'));
}

/** With more subqueries than this the enti are read together and sorted. */
const MAX_BRANCHES = 100;

/**
 * A page of cases: by due date, the earliest first, or by arrival, the newest first.
 * @param options `statuses` that have cases; `offset`: number of cases on the previous pages
 */
export function listPratiche(
  db: StoreDb,
  filter: PraticaFilter,
  options: { stati: readonly StatoPratica[]; order: ListOrder; offset: number; limit: number },
): Promise<PraticaListRow[]> {
  const { stati, order, offset, limit } = options;
  const singles = singleFilters(filter);
  const filters = singles.length * stati.length <= MAX_BRANCHES ? singles : [filter];
  // Each ente and state is read in order from the index, up to the rows of a page; then these few are sorted.
  const branches = filters.flatMap((single) =>
    stati.map((stato) => {
      const branch = filterPratiche(db, single).where('stato', '=', stato).select(LIST_COLUMNS);
      return db
        .selectFrom(
          inOrder(branch, order)
            .limit(offset + limit)
            .as('pratiche'),
        )
        .selectAll();
    }),
  );
  const [first, ...others] = branches;
  if (!first) return Promise.resolve([]);
  const union = others.reduce((above, branch) => above.unionAll(branch), first);
  return inOrder(db.selectFrom(union.as('pratiche')).selectAll(), order)
    .limit(limit)
    .offset(offset)
    .execute();
}
