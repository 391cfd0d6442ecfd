/** Queries behind the operators' list: cases of their enti filtered, counted by state and paged. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { StoreDb } from '../../../store/open.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { StatoPratica } from '../../cases/pratica/stati.ts';
import type { ListOrder } from './operatore.contract.ts';

/**
 * Filters of the list.
 * @property enti ids of enti, at least one @property stati states, at least one
 * @property words that a case has to contain, all of them, as {@link searchWords} makes them
 */
export type PraticaFilter = {
  enti: readonly string[];
  stati: readonly StatoPratica[];
  words: readonly string[];
  unreadOnly: boolean;
  /** Carried by the case */
  codiceFiscale?: string | undefined;
  /** Instants (epoch ms) between which it arrived: `from` on, before `until` */
  from?: number | undefined;
  until?: number | undefined;
  /** Code of a service or of a type of report */
  codice?: string | undefined;
  /** Id of an area of the enti */
  area?: string | undefined;
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
  'area',
] as const;

export type PraticaListRow = Pick<Pratica, (typeof LIST_COLUMNS)[number]>;

/** There are entries that no operator has read. The partial index has the same condition. */
const IS_UNREAD = sql<boolean>`letto_operatore < versione`;

function filterPratiche(db: StoreDb, filter: PraticaFilter) {
  const { enti, stati, words, unreadOnly, codice, area, queue, codiceFiscale, from, until } = filter;
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
  query = stati.length === 1 ? query.where('stato', '=', stati[0] as string) : query.where('stato', 'in', stati);
  if (codice) query = query.where('codice', '=', codice);
  if (area) query = query.where('area', '=', area);
  for (const word of words) query = query.where(sql<boolean>`cerca like ${`%${escapeLike(word)}%`} escape '!'`);
  return unreadOnly ? query.where(IS_UNREAD) : query;
}

/** Escapes `%` and `_`. */
const escapeLike = (word: string) => word.replace(/[!%_]/g, '!$&');

/**
 * Counts the cases under each of some filters, in one question.
 * @param max where counting stops: of a filter with more cases than this the count is `max + 1`
 */
export async function countPratiche<N extends string>(
  db: StoreDb,
  filters: Record<N, PraticaFilter>,
  max: number,
): Promise<Record<N, number>> {
  const counts = (Object.entries(filters) as [N, PraticaFilter][]).map(([name, filter]) => {
    const found = filterPratiche(db, filter)
      .select(sql`1`.as('one'))
      .limit(max + 1);
    return db.selectFrom(found.as('found')).select([sql.lit(name).as('name'), (e) => e.fn.countAll<number>().as('n')]);
  });
  const [first, ...others] = counts;
  if (!first) return {} as Record<N, number>;
  const rows = await others.reduce((above, count) => above.unionAll(count), first).execute();
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)])) as Record<N, number>;
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
  const way = order === 'termine' || order === 'arrivo_primi' ? 'asc' : 'desc';
  const ordered = order.startsWith('termine') ? query.orderBy(sql.ref('termine_il'), way) : query;
  return ordered.orderBy(sql.ref('inviata_il'), way).orderBy(sql.ref('id'));
}

/** With more subqueries than this the enti are read together and sorted. */
const MAX_BRANCHES = 100;

/**
 * A page of cases in an order.
 * @param filter without the states that have no case, for each costs a search
 * @param options `offset`: number of cases on the previous pages
 */
export function listPratiche(
  db: StoreDb,
  filter: PraticaFilter,
  options: { order: ListOrder; offset: number; limit: number },
): Promise<PraticaListRow[]> {
  const { order, offset, limit } = options;
  const { stati } = filter;
  const singles = singleFilters(filter);
  const filters = singles.length * stati.length <= MAX_BRANCHES ? singles : [filter];
  // Each ente and state is read in order from the index, up to the rows of a page; then these few are sorted.
  const branches = filters.flatMap((single) =>
    stati.map((stato) => {
      const branch = filterPratiche(db, { ...single, stati: [stato] }).select(LIST_COLUMNS);
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
