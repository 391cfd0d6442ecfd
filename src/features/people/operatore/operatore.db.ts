/** Queries behind the operators' list: cases of their enti filtered, counted by state, and read in an order. */

import { type AliasableExpression, type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { MAX_COUNT } from '../../../platform/atoms/count-words.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { GeoBox } from '../../../platform/border.ts';
import type { StoreDb, StoreTables } from '../../../store/tables.ts';
import { MAX_PARTS } from '../../cases/pratica/pratica-search.ts';
import type { StatoPratica } from '../../cases/pratica/stati.ts';

/**
 * Filters of the list.
 * @property enti ids of enti, at least one @property stati states, at least one
 * @property words that a case has to contain, all of them, as {@link searchWords} makes them
 * @property ids the few cases that have all the words, in their place, see {@link findByWords}
 */
export type PraticaFilter = {
  enti: readonly string[];
  stati: readonly StatoPratica[];
  words: readonly string[];
  ids?: readonly string[];
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
  /** Id of the operator who has it */
  persona?: string | undefined;
  queue?: PraticaQueue | undefined;
  /** A square of the map in which its place is */
  box?: GeoBox | undefined;
  /** In these enti only cases of these offices, of none, or of this operator */
  own?: { enti: readonly string[]; uffici: readonly string[]; persona: string } | undefined;
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
  'richiedente',
  'assegnata_nome',
  'lat',
  'lon',
  'protocollo_ente',
  'protocollo_ente_il',
  'protocollo_ente_registro',
] as const;

export type PraticaListRow = Pick<StoreTables['pratiche'], (typeof LIST_COLUMNS)[number]>;

/** The columns of each order. Two cases of an ente differ in year and number, and the index of an order has them as well. */
const ORDER_COLUMNS = {
  termine: ['termine_il', 'inviata_il', 'anno', 'numero'],
  arrivo: ['inviata_il', 'anno', 'numero'],
  numero: ['anno', 'numero'],
  richiedente: ['richiedente', 'anno', 'numero'],
  assegnata: ['assegnata_nome', 'termine_il', 'inviata_il', 'anno', 'numero'],
} as const;
export type OrderName = keyof typeof ORDER_COLUMNS;
export type PraticaOrder = { by: OrderName; way: 'asc' | 'desc' };

type OrderColumn = (typeof ORDER_COLUMNS)[OrderName][number];
const NUMERIC_COLUMNS: ReadonlySet<string> = new Set(['inviata_il', 'anno', 'numero'] satisfies OrderColumn[]);

/** Where a case stands in an order; the ente tells apart those of different enti. */
export type PraticaKey = Pick<PraticaListRow, 'ente' | 'anno' | 'numero'> & Partial<Pick<PraticaListRow, OrderColumn>>;

/** The filters that an index has in this order: together with it they are read without a sort. */
const IN_ORDER: Record<OrderName, ReadonlySet<string>> = {
  termine: new Set([
    'codice',
    'area',
    'assegnata_a',
    'assegnata_ufficio',
    'assegnata_nome',
    'termine_il',
    'letto_operatore',
  ]),
  arrivo: new Set(['inviata_il']),
  numero: new Set(),
  richiedente: new Set(),
  assegnata: new Set(),
};
/** The few that nobody has read are found by an index of their own, whatever else is asked. */
const OF_UNREAD: ReadonlySet<string> = new Set(['letto_operatore', 'termine_il', 'codice_fiscale']);

/** Operators that a case has to be assigned to: more than one have none in common. */
const operatorsOf = ({ persona, queue }: PraticaFilter): string[] => [
  ...new Set([...(persona ? [persona] : []), ...(queue && 'persona' in queue ? [queue.persona] : [])]),
];

/** Every word from this one on, and none that begins otherwise. */
const rangeEnd = (word: string) => `${word}\u{10ffff}`;

/** Escapes `%` and `_`. */
const escapeLike = (word: string) => word.replace(/[!%_]/g, '!$&');

/**
 * One ente, operator or office, and one state: what an index has in the order of a list.
 * @property column, head the operator or the office when their index is in order, else the ente
 */
type ListBranch = {
  column: 'ente' | 'assegnata_a' | 'assegnata_ufficio';
  head: string | Expression<string>;
  stato: string | Expression<string>;
};

/**
 * @param order the list is read in this order from its index, each case being tested by the other filters, up to the rows of a page;
 *   without it the cases are found by the filters
 */
function filterPratiche(db: StoreDb, filter: PraticaFilter, order?: OrderName, branch?: ListBranch) {
  const { enti, stati, words, ids, unreadOnly, codice, area, persona, queue, codiceFiscale, from, until, box, own } =
    filter;
  const isOfPeople = persona !== undefined || (queue !== undefined && ('persona' in queue || 'uffici' in queue));
  const indexed = order ? IN_ORDER[order] : unreadOnly ? OF_UNREAD : null;
  // A column that is part of an expression leaves the choice of the index to the others.
  const text = (column: string, isIndexed = indexed?.has(column) ?? true) =>
    isIndexed ? sql.ref<string>(column) : sql<string>`${sql.ref(column)} || ''`;
  const number = (column: string, isIndexed = indexed?.has(column) ?? true) =>
    isIndexed ? sql.ref<number>(column) : sql<number>`${sql.ref(column)} + 0`;
  // Words that are in many cases find nothing quicker than another filter does.
  const isFoundByWords = !order && hasOnlyWords(filter);
  const hasOwnIndex = order
    ? isOfPeople && IN_ORDER[order].has('assegnata_a')
    : codiceFiscale !== undefined || ids !== undefined || isFoundByWords || (isOfPeople && !unreadOnly);
  let query = db.selectFrom('pratiche');
  if (branch) {
    query = query.where(sql.ref<string>(branch.column), '=', branch.head).where('stato', '=', branch.stato);
    if (branch.column !== 'ente') query = query.where(text('ente', false), 'in', enti);
  } else query = query.where(text('ente', !hasOwnIndex), 'in', enti).where('stato', 'in', stati);
  if (codiceFiscale) query = query.where(text('codice_fiscale'), '=', codiceFiscale);
  if (ids) query = query.where('id', 'in', ids);
  if (isFoundByWords) query = query.where('id', 'in', selectByWords(db, filter));
  else for (const word of words) query = query.where(hasWord(word));
  // No case is due before the day on which it arrives.
  if (order === 'termine' && from !== undefined) query = query.where('termine_il', '>=', todayInRome(from));
  if (from !== undefined) query = query.where(number('inviata_il'), '>=', from);
  if (until !== undefined) query = query.where(number('inviata_il'), '<', until);
  if (codice) query = query.where(text('codice'), '=', codice);
  if (area) query = query.where(text('area'), '=', area);
  for (const operator of operatorsOf(filter))
    if (branch?.column !== 'assegnata_a' || branch.head !== operator)
      query = query.where(text('assegnata_a'), '=', operator);
  if (queue && 'uffici' in queue && branch?.column !== 'assegnata_ufficio')
    query = query.where(text('assegnata_ufficio'), 'in', queue.uffici);
  if (queue && 'nobody' in queue) query = query.where(text('assegnata_nome'), '=', '');
  if (queue && 'prima' in queue) query = query.where(text('termine_il'), '<', queue.prima);
  if (queue && 'prima' in queue && queue.dal) query = query.where(text('termine_il'), '>=', queue.dal);
  if (own)
    query = query.where((e) =>
      e.or([
        e('ente', 'not in', own.enti),
        e('assegnata_ufficio', 'is', null),
        ...(own.uffici.length > 0 ? [e('assegnata_ufficio', 'in', own.uffici)] : []),
        e('assegnata_a', '=', own.persona),
      ]),
    );
  if (box) {
    query = query.where(number('lat'), '>=', box.south).where(number('lat'), '<=', box.north);
    query = query.where(number('lon'), '>=', box.west).where(number('lon'), '<=', box.east);
  }
  // The partial index has the same condition.
  return unreadOnly ? query.where(sql<boolean>`${number('letto_operatore')} < versione`) : query;
}

const hasWord = (word: string) => sql<boolean>`cerca like ${`% ${escapeLike(word)}%`} escape '!'`;

/** A case as often as it has words that begin with this one, see {@link eachOnce}. */
const selectByWord = (db: StoreDb, { enti, stati }: PraticaFilter, word: string): BoundedQuery =>
  db
    .selectFrom('pratiche_parole')
    .select('pratica')
    .where('ente', 'in', enti)
    .where('stato', 'in', stati)
    .where('parola', '>=', word)
    .where('parola', '<', rangeEnd(word));

/**
 * Puts the cases that have all the words in the place of the words, when they are few. When they are many, a list is read in its order
 * and tested, which soon finds the rows of a page.
 * @returns null when no case has all the words
 */
export async function findByWords(db: StoreDb, filter: PraticaFilter): Promise<PraticaFilter | null> {
  const { words, enti, stati } = filter;
  if (words.length === 0 || enti.length === 0 || stati.length === 0) return filter;
  const ofEach = await Promise.all(words.map((word) => idsOf(db, selectByWord(db, filter, word))));
  const rarest = ofEach.reduce((least, ids) => (ids.length < least.length ? ids : least));
  if (rarest.length === 0) return null;
  const ids =
    words.length === 1
      ? rarest
      : await idsOf(db, isFew(rarest) ? selectByIds(db, rarest, words) : selectByWords(db, filter));
  if (ids.length === 0) return null;
  return isFew(ids) ? { ...filter, words: [], ids } : filter;
}

const isFew = (ids: readonly string[]): boolean => ids.length <= MAX_COUNT;

/** @returns ids of cases, at most {@link MAX_COUNT} + 1 */
async function idsOf(db: StoreDb, query: BoundedQuery): Promise<string[]> {
  const rows = await eachOnce(db, query, MAX_COUNT + 1).execute();
  return rows.map(({ pratica }) => pratica);
}

/**
 * Cases found by a word, each once. No case has more than {@link MAX_PARTS} words, so that many rows are enough for `most` cases.
 * Without the bound PostgreSQL gathers all rows of the word before it counts.
 */
const eachOnce = (db: StoreDb, query: BoundedQuery, most: number) =>
  db
    .selectFrom(query.limit(most * MAX_PARTS).as('matches'))
    .select('pratica')
    .distinct()
    .limit(most);

const selectByIds = (db: StoreDb, ids: readonly string[], words: readonly string[]): BoundedQuery =>
  words.reduce(
    (query, word) => query.where(hasWord(word)),
    db.selectFrom('pratiche').select('id as pratica').where('id', 'in', ids),
  );

/** How many cases are in each state, and how many of them an operator has still to read. */
export async function countByStato(
  db: StoreDb,
  filter: PraticaFilter,
): Promise<{ stato: string; n: number; unread: number }[]> {
  const rows = await filterPratiche(db, filter)
    .select([
      'stato',
      (e) => e.fn.countAll<number>().as('n'),
      sql<number>`sum(case when letto_operatore < versione then 1 else 0 end)`.as('unread'),
    ])
    .groupBy('stato')
    .execute();
  return rows.map(({ stato, n, unread }) => ({ stato, n: Number(n), unread: Number(unread) }));
}

/**
 * Counts the cases under each of some filters, in one question.
 * @param max where counting stops: of a filter with more cases than this the count is `max + 1`
 */
export function countPratiche<N extends string>(
  db: StoreDb,
  filters: Record<N, PraticaFilter>,
  max = MAX_COUNT,
): Promise<Record<N, number>> {
  return countRows(
    db,
    (Object.entries(filters) as [N, PraticaFilter][]).map(([name, filter]) => [
      name,
      hasOnlyWords(filter)
        ? eachOnce(db, selectByWords(db, filter), max + 1)
        : filterPratiche(db, filter)
            .select(sql<string>`'1'`.as('pratica'))
            .limit(max + 1),
    ]),
  );
}

/** The words alone tell how many cases there are. */
const hasOnlyWords = ({
  words,
  unreadOnly,
  ids: _ids,
  enti: _enti,
  stati: _stati,
  ...others
}: PraticaFilter): boolean =>
  words.length > 0 && !unreadOnly && Object.values(others).every((value) => value === undefined);

function selectByWords(db: StoreDb, filter: PraticaFilter) {
  const [first, ...others] = filter.words as [string, ...string[]];
  return others.reduce(
    (query, word) => query.where('pratica', 'in', selectByWord(db, filter, word)),
    selectByWord(db, filter, first),
  );
}

type BoundedQuery = SelectQueryBuilder<StoreTables, 'pratiche' | 'pratiche_parole', { pratica: string }>;

/** @param queries by a name of the portal's own: it becomes part of the statement */
async function countRows<N extends string>(
  db: StoreDb,
  queries: [N, AliasableExpression<{ pratica: string }>][],
): Promise<Record<N, number>> {
  const counts = queries.map(([name, query]) =>
    db.selectFrom(query.as('found')).select([sql.lit(name).as('name'), (e) => e.fn.countAll<number>().as('n')]),
  );
  const [first, ...others] = counts;
  if (!first) return {} as Record<N, number>;
  const rows = await others.reduce((above, count) => above.unionAll(count), first).execute();
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)])) as Record<N, number>;
}

/** @returns names of operators by their id */
export async function readNames(db: StoreDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('utenti').select(['id', 'nome', 'cognome']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, fullName(row)]));
}

/** @returns names of offices by their id */
export async function readUfficioNames(db: StoreDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('uffici').select(['id', 'nome']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, nome }) => [id, nome]));
}

/** @param id of the ente's side @returns a case of one of these enti */
export async function findListRow(
  db: StoreDb,
  id: string,
  enti: readonly string[],
): Promise<PraticaListRow | undefined> {
  const row = await db.selectFrom('pratiche').select(LIST_COLUMNS).where('ufficio', '=', id).executeTakeFirst();
  return row && enti.includes(row.ente) ? row : undefined;
}

/** @property after of the row before; without it `offset` rows are passed over @property total of the list, at most {@link MAX_COUNT} + 1 */
type ListPart = { order: PraticaOrder; total: number; limit: number; offset?: number; after?: PraticaKey | undefined };

/** A part of the cases in an order. */
export async function listPratiche(db: StoreDb, filter: PraticaFilter, part: ListPart): Promise<PraticaListRow[]> {
  const { order, total } = part;
  const keys =
    total <= MAX_COUNT && !isInOrder(filter, order.by)
      ? await sortFound(db, filter, part)
      : await mergeBranches(db, filter, part);
  return readByKeys(db, keys);
}

/** All filters are in the index of the order. Else a few cases are found by the filters, and sorted. */
function isInOrder(
  { words, ids, codiceFiscale, persona, queue, codice, area, unreadOnly, from, until, box, own }: PraticaFilter,
  by: OrderName,
) {
  const filtered = [
    ...(words.length > 0 ? ['cerca'] : []),
    ...(ids ? ['id'] : []),
    ...(codiceFiscale ? ['codice_fiscale'] : []),
    ...(codice ? ['codice'] : []),
    ...(area ? ['area'] : []),
    ...(box ? ['lat'] : []),
    ...(persona || own ? ['assegnata_a'] : []),
    ...(unreadOnly ? ['letto_operatore'] : []),
    ...(from !== undefined || until !== undefined ? ['inviata_il'] : []),
    ...(queue
      ? ['persona' in queue || 'uffici' in queue ? 'assegnata_a' : 'prima' in queue ? 'termine_il' : 'assegnata_nome']
      : []),
  ];
  return filtered.every((column) => IN_ORDER[by].has(column));
}

/** An ente is compared last, for all the columns before may be equal in another. */
const keyColumns = (by: OrderName): readonly (keyof PraticaKey)[] => [...ORDER_COLUMNS[by], 'ente'];

const keyRow = (by: OrderName, key: PraticaKey) =>
  sql`(${sql.join(keyColumns(by).map((c) => (NUMERIC_COLUMNS.has(c) ? sql`cast(${key[c]} as bigint)` : sql`${key[c]}`)))})`;

/** The cases after another one in the order. */
const isAfter = ({ by, way }: PraticaOrder, key: PraticaKey): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(keyColumns(by).map((c) => sql.ref(c)))}) ${sql.raw(way === 'asc' ? '>' : '<')} ${keyRow(by, key)}`;

async function sortFound(
  db: StoreDb,
  filter: PraticaFilter,
  { order, limit, offset = 0, after }: ListPart,
): Promise<PraticaKey[]> {
  const columns = keyColumns(order.by);
  // Materialized: else the engine might take the index of the order, and test all the cases of the ente.
  let query = db
    .with(
      (name) => name('found').materialized(),
      () => filterPratiche(db, filter).select(columns as (keyof PraticaKey)[]),
    )
    .selectFrom('found')
    .selectAll()
    .limit(limit)
    .offset(offset);
  if (after) query = query.where(isAfter(order, after));
  for (const column of columns) query = query.orderBy(sql.ref(column), order.way);
  return query.execute() as Promise<PraticaKey[]>;
}

/** With more than this the first rows of each are asked for in one list of values. */
const MAX_UNION = 60;

/** Whose index is in the order: that of an operator or of offices when the list is theirs, else those of the enti. */
function headsOf(filter: PraticaFilter, by: OrderName): Pick<ListBranch, 'column' | 'head'>[] {
  const { enti, queue } = filter;
  const [operator] = operatorsOf(filter);
  if (by === 'termine' && operator) return [{ column: 'assegnata_a', head: operator }];
  if (by === 'termine' && queue && 'uffici' in queue)
    return queue.uffici.map((head) => ({ column: 'assegnata_ufficio', head }));
  return enti.map((head) => ({ column: 'ente', head }));
}

const branchesOf = (filter: PraticaFilter, by: OrderName): ListBranch[] =>
  headsOf(filter, by).flatMap((head) => filter.stati.map((stato) => ({ ...head, stato })));

/** Each ente and state is read in order from the index, up to the rows of a page; then these few are put in order. */
async function mergeBranches(db: StoreDb, filter: PraticaFilter, part: ListPart): Promise<PraticaKey[]> {
  const { order, limit, offset = 0 } = part;
  const branches = branchesOf(filter, order.by);
  const keys =
    branches.length > MAX_UNION
      ? await mergeMany(db, filter, part, branches)
      : await mergeFew(db, filter, part, branches);
  return keys.slice(offset, offset + limit);
}

function branchInOrder(db: StoreDb, filter: PraticaFilter, { order, after }: ListPart, branch: ListBranch) {
  let query = filterPratiche(db, filter, order.by, branch);
  if (after) query = query.where(isAfter(order, after));
  // Among the cases of an operator there may be equal ones of two enti.
  const columns = branch.column === 'ente' ? ORDER_COLUMNS[order.by] : keyColumns(order.by);
  for (const column of columns) query = query.orderBy(sql.ref(column), order.way);
  return query;
}

async function mergeFew(
  db: StoreDb,
  filter: PraticaFilter,
  part: ListPart,
  branches: readonly ListBranch[],
): Promise<PraticaKey[]> {
  const { order, limit, offset = 0 } = part;
  const columns = keyColumns(order.by) as (keyof PraticaKey)[];
  const [first, ...others] = branches.map((branch) =>
    db
      .selectFrom(
        branchInOrder(db, filter, part, branch)
          .select(columns)
          .limit(offset + limit)
          .as('branch'),
      )
      .selectAll(),
  );
  if (!first) return [];
  const union = others.reduce((above, branch) => above.unionAll(branch), first);
  let query = db
    .selectFrom(union.as('pratiche'))
    .selectAll()
    .limit(offset + limit);
  for (const column of columns) query = query.orderBy(sql.ref(column), order.way);
  return query.execute() as Promise<PraticaKey[]>;
}

/** Each branch gives an even share of the rows wanted; those whose next row may come before the last one wanted are read on. */
async function mergeMany(
  db: StoreDb,
  filter: PraticaFilter,
  part: ListPart,
  branches: readonly ListBranch[],
): Promise<PraticaKey[]> {
  const { order, limit, offset = 0 } = part;
  const wanted = offset + limit;
  const compare = comparerOf(order);
  let each = Math.ceil(wanted / branches.length);
  const lists = await firstOfEach(db, filter, part, branches, each);
  for (;;) {
    const merged = lists.flat().sort(compare).slice(0, wanted);
    const last = merged[wanted - 1];
    const cut = [...branches.keys()].filter((n) => {
      const end = lists[n]?.[each - 1];
      return each < wanted && end !== undefined && (last === undefined || compare(end, last) < 0);
    });
    if (cut.length === 0) return merged;
    each = Math.min(wanted, each * 4);
    const longer = await firstOfEach(
      db,
      filter,
      part,
      cut.map((n) => branches[n] as ListBranch),
      each,
    );
    for (const [i, n] of cut.entries()) lists[n] = longer[i] as PraticaKey[];
  }
}

function comparerOf({ by, way }: PraticaOrder) {
  const columns = keyColumns(by);
  const sign = way === 'asc' ? 1 : -1;
  return (a: PraticaKey, b: PraticaKey): number => {
    for (const column of columns) {
      const [x, y] = [a[column] as string | number, b[column] as string | number];
      if (x !== y) return x < y ? -sign : sign;
    }
    return 0;
  };
}

/** @returns the first keys of each branch, in the order of the branches */
async function firstOfEach(
  db: StoreDb,
  filter: PraticaFilter,
  part: ListPart,
  branches: readonly ListBranch[],
  limit: number,
): Promise<PraticaKey[][]> {
  const columns = keyColumns(part.order.by);
  const { column } = branches[0] as ListBranch;
  const [head, stato] = [sql.ref<string>('branches.head'), sql.ref<string>('branches.stato')];
  const found = branchInOrder(db, filter, part, { column, head, stato })
    .select(
      sql<string>`${sql.join(
        columns.map((c) => sql`cast(${sql.ref(`pratiche.${c}`)} as text)`),
        sql` || ${sql.lit('\t')} || `,
      )}`.as('key'),
    )
    .limit(limit);
  const values = branches.map((b, n) => sql`(${sql.lit(n)}, ${b.head}, ${b.stato})`);
  const { rows } = await sql<{
    n: number;
    keys: string | null;
  }>`with branches (n, head, stato) as (values ${sql.join(values)})
    select n, (select string_agg(key, ${sql.lit('\n')}) from ${found.as('found')}) as keys from branches`.execute(db);
  const lists = branches.map((): PraticaKey[] => []);
  for (const { n, keys } of rows)
    if (keys !== null) lists[n] = keys.split('\n').map((key) => keyOf(columns, key.split('\t')));
  return lists;
}

const keyOf = (columns: readonly (keyof PraticaKey)[], values: readonly string[]): PraticaKey =>
  Object.fromEntries(columns.map((c, n) => [c, NUMERIC_COLUMNS.has(c) ? Number(values[n]) : values[n]])) as PraticaKey;

/** The rows in the order of their keys. */
async function readByKeys(db: StoreDb, keys: readonly PraticaKey[]): Promise<PraticaListRow[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('pratiche')
    .select(LIST_COLUMNS)
    .where(
      sql`(ente, anno, numero)`,
      'in',
      sql`(values ${sql.join(keys.map(({ ente, anno, numero }) => sql`(${ente}, cast(${anno} as integer), cast(${numero} as integer))`))})`,
    )
    .execute();
  const named = new Map(rows.map((row) => [nameOfKey(row), row]));
  return keys.flatMap((key) => named.get(nameOfKey(key)) ?? []);
}

const nameOfKey = ({ ente, anno, numero }: PraticaKey) => `${ente} ${anno} ${numero}`;
