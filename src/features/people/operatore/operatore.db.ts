/** Queries behind the operators' list: cases of their enti filtered, counted, and read in an order. */

import { type AliasableExpression, type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { MAX_COUNT } from '../../../platform/atoms/count-words.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { GeoBox } from '../../../platform/border.ts';
import type { Pratica, StoreDb, StoreTables } from '../../../store/tables.ts';
import type { Priorita } from '../../cases/pratica/etichette.ts';
import type { StatoPratica } from '../../cases/pratica/stati.ts';
import { hasWord, selectByWords } from './pratiche-words.db.ts';

/**
 * Filters of the list.
 * @property enti ids of enti, at least one @property stati states, at least one
 * @property words that a case has to contain, all of them, as {@link searchWords} makes them
 * @property found the few cases of any state that have all the words, in their place, see {@link findByWords}
 */
export type PraticaFilter = {
  enti: readonly string[];
  stati: readonly StatoPratica[];
  words: readonly string[];
  found?: readonly FoundPratica[];
  unreadOnly: boolean;
  /** Those that wait for their number in the register of the ente */
  unnumberedOnly?: boolean | undefined;
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
  priorita?: Priorita | undefined;
  /** Only those that no map shows */
  withoutPoint?: true | undefined;
  queue?: PraticaQueue | undefined;
  /** A square of the map in which its place is */
  box?: GeoBox | undefined;
  /** In these enti only cases of these offices, of none, or of this operator */
  own?: { enti: readonly string[]; uffici: readonly string[]; persona: string } | undefined;
};

type FoundPratica = { pratica: string; stato: string };

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
  'priorita',
  'etichette',
  'protocollo_ente',
  'protocollo_ente_il',
  'protocollo_ente_registro',
  'protocollo_ente_classifica',
  'protocollo_ente_fascicolo',
  'protocollo_atteso_dal',
] as const;

export type PraticaListRow = Pick<StoreTables['pratiche'], (typeof LIST_COLUMNS)[number]>;

/** The columns of each order. Two cases of an ente differ in year and number; the ente tells apart those of different enti. */
const ORDER_COLUMNS = {
  termine: ['termine_il', 'inviata_il', 'anno', 'numero', 'ente'],
  arrivo: ['inviata_il', 'anno', 'numero', 'ente'],
  numero: ['anno', 'numero', 'ente'],
  richiedente: ['richiedente', 'anno', 'numero', 'ente'],
  assegnata: ['assegnata_nome', 'termine_il', 'inviata_il', 'anno', 'numero', 'ente'],
} as const;
export type OrderName = keyof typeof ORDER_COLUMNS;
export type PraticaOrder = { by: OrderName; way: 'asc' | 'desc' };

type OrderColumn = (typeof ORDER_COLUMNS)[OrderName][number];

/** The cases under the filters; words that were not found before are tested in each case. */
function filterPratiche(db: StoreDb, filter: PraticaFilter) {
  const { enti, stati, words, found, unreadOnly, codice, area, persona, queue, codiceFiscale, from, until, box, own } =
    filter;
  const { priorita, withoutPoint, unnumberedOnly } = filter;
  let query = db.selectFrom('pratiche');
  // The cases found are of these enti. Each condition more might lead SQLite to another index than that of the id.
  query = found
    ? query.where('id', 'in', idsIn(found, stati))
    : query.where('ente', 'in', enti).where('stato', 'in', stati);
  for (const word of words) query = query.where(hasWord(word));
  if (codiceFiscale) query = query.where('codice_fiscale', '=', codiceFiscale);
  if (from !== undefined) query = query.where('inviata_il', '>=', from);
  if (until !== undefined) query = query.where('inviata_il', '<', until);
  if (codice) query = query.where('codice', '=', codice);
  if (area) query = query.where('area', '=', area);
  if (persona) query = query.where('assegnata_a', '=', persona);
  if (unnumberedOnly) query = query.where('protocollo_atteso_dal', 'is not', null);
  if (priorita === 'alta') query = query.where('priorita', '=', 'alta');
  if (priorita === 'normale') query = query.where('priorita', 'is', null);
  if (withoutPoint) query = query.where('lat', 'is', null);
  if (queue) query = query.where((e) => isInQueue(e, queue));
  if (own) query = query.where((e) => isOwn(e, own));
  if (box) {
    query = query.where('lat', '>=', box.south).where('lat', '<=', box.north);
    query = query.where('lon', '>=', box.west).where('lon', '<=', box.east);
  }
  // The partial index has the same condition.
  return unreadOnly ? query.whereRef('letto_operatore', '<', 'versione') : query;
}

/** @returns at least one, which no case has */
function idsIn(found: readonly FoundPratica[], stati: readonly string[]): string[] {
  const ids = found.flatMap(({ pratica, stato }) => (stati.includes(stato) ? [pratica] : []));
  return ids.length > 0 ? ids : [''];
}

type PraticaTest = ExpressionBuilder<StoreTables, 'pratiche'>;

function isInQueue(e: PraticaTest, queue: PraticaQueue) {
  if ('persona' in queue) return e('assegnata_a', '=', queue.persona);
  if ('uffici' in queue) return e('assegnata_ufficio', 'in', queue.uffici);
  if ('nobody' in queue) return e('assegnata_nome', '=', '');
  return e.and([e('termine_il', '<', queue.prima), ...(queue.dal ? [e('termine_il', '>=', queue.dal)] : [])]);
}

const isOwn = (e: PraticaTest, { enti, uffici, persona }: NonNullable<PraticaFilter['own']>) =>
  e.or([
    e('ente', 'not in', enti),
    e('assegnata_ufficio', 'is', null),
    ...(uffici.length > 0 ? [e('assegnata_ufficio', 'in', uffici)] : []),
    e('assegnata_a', '=', persona),
  ]);

/**
 * Puts the cases that have all the words in the place of the words, when they are few. When they are many, a list is read in its order
 * and tested, which soon finds the rows of a page.
 * @returns null when no case has all the words
 */
export async function findByWords(db: StoreDb, filter: PraticaFilter): Promise<PraticaFilter | null> {
  const { words, enti, stati } = filter;
  if (words.length === 0 || enti.length === 0 || stati.length === 0) return filter;
  const found = await selectByWords(db, filter)
    .select('pratiche_parole.stato')
    .limit(MAX_COUNT + 1)
    .execute();
  if (found.length === 0) return null;
  return found.length <= MAX_COUNT ? { ...filter, words: [], found } : filter;
}

/**
 * Counts the cases under each of some filters, in one question.
 * @param filters by a name of the portal's own: it becomes part of the statement
 * @param max where counting stops: of a filter with more cases than this the count is `max + 1`
 */
export async function countPratiche<N extends string>(
  db: StoreDb,
  filters: Record<N, PraticaFilter>,
  max = MAX_COUNT,
): Promise<Record<N, number>> {
  const countOf = (name: N, cases: AliasableExpression<object>) =>
    db.selectFrom(cases.as('cases')).select([sql.lit(name).as('name'), (e) => e.fn.countAll<number>().as('n')]);
  const counts = (Object.entries(filters) as [N, PraticaFilter][]).map(([name, filter]) =>
    hasOnlyWords(filter)
      ? countOf(name, selectByWords(db, filter).limit(max + 1))
      : countOf(
          name,
          filterPratiche(db, filter)
            .select('numero')
            .limit(max + 1),
        ),
  );
  const [first, ...others] = counts;
  if (!first) return {} as Record<N, number>;
  const rows = await others.reduce((above, count) => above.unionAll(count), first).execute();
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)])) as Record<N, number>;
}

/** The words alone tell how many cases there are. */
const hasOnlyWords = ({ words, unreadOnly, enti: _enti, stati: _stati, ...others }: PraticaFilter): boolean =>
  words.length > 0 && !unreadOnly && Object.values(others).every((value) => value === undefined);

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
type ListPart = {
  order: PraticaOrder;
  total: number;
  limit: number;
  offset?: number;
  after?: PraticaListRow | undefined;
};

/** A part of the cases in an order. Few are found by the filters, and sorted; of many the first are read from indexes in this order. */
export function listPratiche(db: StoreDb, filter: PraticaFilter, part: ListPart): Promise<PraticaListRow[]> {
  const { order, total, limit, offset = 0 } = part;
  const columns: readonly OrderColumn[] = ORDER_COLUMNS[order.by];
  const cases = total > MAX_COUNT ? firstInOrder(db, filter, part) : filterPratiche(db, filter).select(columns);
  return inOrder(
    db
      // Materialized: else the engine might take the index of the order for a few cases, and test all those of the ente.
      .with(
        (name) => name('cases').materialized(),
        () => cases,
      )
      .with('page', (w) =>
        inOrder(w.selectFrom('cases').selectAll().where(isAfter(part)), order, 'cases')
          .limit(limit)
          .offset(offset),
      )
      .selectFrom('page')
      .innerJoin('pratiche', (join) =>
        join
          .onRef('pratiche.ente', '=', 'page.ente')
          .onRef('pratiche.anno', '=', 'page.anno')
          .onRef('pratiche.numero', '=', 'page.numero'),
      )
      .select(LIST_COLUMNS.map((column) => `pratiche.${column}` as const)),
    order,
    'page',
  ).execute();
}

/** The cases after one of them in the order; all of them without one. */
function isAfter({ order: { by, way }, after }: ListPart) {
  if (!after) return sql<boolean>`1 = 1`;
  const columns: readonly OrderColumn[] = ORDER_COLUMNS[by];
  const [names, key] = [columns.map((column) => sql.ref(column)), columns.map((column) => sql`${after[column]}`)];
  return sql<boolean>`(${sql.join(names)}) ${sql.raw(way === 'asc' ? '>' : '<')} (${sql.join(key)})`;
}

function inOrder<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { by, way }: PraticaOrder,
  table: string,
): SelectQueryBuilder<DB, TB, O> {
  return ORDER_COLUMNS[by].reduce((q, column) => q.orderBy(sql.ref(`${table}.${column}`), way), query);
}

/** Enti and states that are asked one by one in a question. */
const MAX_BRANCHES = 60;

/**
 * The first rows of each state of each ente, from the index of the order. For more enti it is the index of all enti: as long as they
 * have a good part of its cases, few of others are passed over.
 */
function firstInOrder(db: StoreDb, filter: PraticaFilter, part: ListPart) {
  const { enti, stati } = filter;
  const { order, limit, offset = 0 } = part;
  const columns: readonly OrderColumn[] = ORDER_COLUMNS[order.by];
  // No case is due before the day on which it arrives.
  const dueFrom = order.by === 'termine' && filter.from !== undefined ? todayInRome(filter.from) : undefined;
  const groups = enti.length * stati.length > MAX_BRANCHES ? [enti] : enti.map((ente) => [ente]);
  const [first, ...others] = groups.flatMap((some) =>
    stati.map((stato) => {
      const branch = filterPratiche(db, { ...filter, enti: some, stati: [stato] });
      const due = dueFrom === undefined ? branch : branch.where('termine_il', '>=', dueFrom);
      return db
        .selectFrom(
          inOrder(due.select(columns).where(isAfter(part)), order, 'pratiche')
            .limit(offset + limit)
            .as('branch'),
        )
        .selectAll();
    }),
  );
  return others.reduce((above, branch) => above.unionAll(branch), first as NonNullable<typeof first>);
}

/** What is said of a case that another program deals with; null of any other. */
export type EsternaColumns = Record<'stato_esterno' | 'servizio_esterno' | 'numero_esterno', string | null>;

/** @property n number of the change */
type ChangedPratica = PraticaListRow & EsternaColumns & Pick<Pratica, 'proprietario'> & { n: number };

/** Cases that have changed. @param after the number of the last change that was read @returns in the order of the numbers, with the number of each */
export async function listChanged(
  db: StoreDb,
  { ente, after, limit }: { ente: string; after: number; limit: number },
): Promise<ChangedPratica[]> {
  const rows = await db
    .selectFrom('cambiamenti as c')
    .innerJoin('pratiche as p', 'p.id', 'c.pratica')
    .leftJoin('pratiche_esterne as x', 'x.pratica', 'p.id')
    .select(LIST_COLUMNS.map((column) => `p.${column}` as const))
    .select(['c.n', 'p.proprietario'])
    .select(['x.stato as stato_esterno', 'x.servizio as servizio_esterno', 'x.numero as numero_esterno'])
    .where('c.ente', '=', ente)
    .where('c.n', '>', after)
    .orderBy('c.n')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}
