/** Queries behind the operators' list: cases of their enti filtered, counted by state and paged. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { StoreDb } from '../../../store/open.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { StatoPratica } from '../../cases/pratica/stati.ts';

/**
 * Filters of the list.
 * @property enti ids of enti, at least one
 * @property words that a case has to contain, all of them, as {@link searchWords} makes them
 */
export type PraticaFilter = { enti: readonly string[]; words: readonly string[]; unreadOnly: boolean };

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
] as const;

export type ListOrder = 'termine' | 'arrivo';
export type PraticaListRow = Pick<Pratica, (typeof LIST_COLUMNS)[number]>;

/** There are entries that no operator has read. The partial index has the same condition. */
const IS_UNREAD = sql<boolean>`letto_operatore < versione`;

function filterPratiche(db: StoreDb, { enti, words, unreadOnly }: PraticaFilter) {
  const all = db.selectFrom('pratiche');
  let query = enti.length === 1 ? all.where('ente', '=', enti[0] as string) : all.where('ente', 'in', enti);
  for (const word of words) query = query.where(sql<boolean>`cerca like ${`%${escapeLike(word)}%`} escape '!'`);
  return unreadOnly ? query.where(IS_UNREAD) : query;
}

/** Escapes `%` and `_`. */
const escapeLike = (word: string) => word.replace(/[!%_]/g, '!$&');

/** @returns cases by state, for the states that have any */
export async function countByStato(db: StoreDb, filter: PraticaFilter): Promise<Partial<Record<StatoPratica, number>>> {
  const counts: Partial<Record<StatoPratica, number>> = {};
  // One ente at a time: for several, SQLite chooses an index that does not cover the query.
  for (const ente of filter.enti) {
    const rows = await filterPratiche(db, { ...filter, enti: [ente] })
      .select(['stato', (e) => e.fn.countAll<number>().as('n')])
      .groupBy('stato')
      .execute();
    for (const { stato, n } of rows) counts[stato as StatoPratica] = (counts[stato as StatoPratica] ?? 0) + Number(n);
  }
  return counts;
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
  const perEnte = filter.enti.length * stati.length <= MAX_BRANCHES;
  const filters = perEnte ? filter.enti.map((ente) => ({ ...filter, enti: [ente] })) : [filter];
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
