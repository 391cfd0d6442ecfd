/** The links of the operators' list: to its queues and states, its order and its number of rows. Pure. */
import { MAX_COUNT } from '../../../platform/atoms/count-words.ts';
import { isOpenStato, type StatoPratica } from '../../cases/pratica/stati.ts';
import type { ListFilters } from './list-filters.ts';
import { CODE, type Coda, type ListOrder, PAGE_SIZE, PAGE_SIZES, type PraticaPage } from './operatore.contract.ts';
import { CODA_NAMES, countInWords, STATO_GROUPS } from './pratica-words.ts';

/** @property direction as `aria-sort` names it; undefined: the list is sorted by another column */
export type ColumnSort = { direction: 'ascending' | 'descending' | undefined; href: string };

/** @property counts names of the counts that the number behind the name adds up, by which the open page renews it */
export type FilterLink = {
  name: string;
  href: string;
  isCurrent: boolean;
  count?: string | undefined;
  counts?: string | undefined;
};
/** The columns by which the list can be sorted. */
type SortedColumn = 'Pratica' | 'Richiedente' | 'Assegnata a' | 'Stato' | 'Arrivata il' | 'Termine';
export type ColumnSorts = Record<SortedColumn, ColumnSort>;

export function queueLinks(
  { code, conteggi }: PraticaPage,
  { coda }: ListFilters,
  hrefWith: (changes: ListFilters) => string,
): FilterLink[] {
  const open = (Object.keys(conteggi) as StatoPratica[]).filter(isOpenStato);
  return [
    {
      name: 'Tutte',
      href: hrefWith({ coda: undefined, stato: undefined }),
      isCurrent: !coda,
      // Under a queue the counts by state are the queue's.
      ...(!coda && countOf(open, conteggi)),
    },
    ...CODE.map((value: Coda) => ({
      name: CODA_NAMES[value],
      href: hrefWith({ coda: value, stato: undefined }),
      isCurrent: coda === value,
      ...countOf([value], code),
    })),
  ];
}

/** The sum of some counts in words, and their names. */
const countOf = <N extends string>(names: readonly N[], counts: Record<N, number>) => ({
  count: countInWords(
    Math.min(
      names.reduce((n, name) => n + counts[name], 0),
      MAX_COUNT + 1,
    ),
  ),
  counts: names.join(' '),
});

export function sizeLinks({ righe }: ListFilters, hrefWith: (changes: ListFilters) => string): FilterLink[] {
  return PAGE_SIZES.map((size) => ({
    name: String(size),
    href: hrefWith({ righe: size === PAGE_SIZE ? undefined : String(size) }),
    isCurrent: String(size) === (righe ?? String(PAGE_SIZE)),
  }));
}

/** By arrival the newest come first, by another column what is least; the link of the column that sorts the list turns it round. */
export function sortsOf({ ordine = 'termine' }: ListFilters, hrefWith: (changes: ListFilters) => string): ColumnSorts {
  const sort = (first: ListOrder, turned: ListOrder, ascending: ListOrder): ColumnSort => {
    const isSorted = ordine === first || ordine === turned;
    return {
      direction: isSorted ? (ordine === ascending ? 'ascending' : 'descending') : undefined,
      href: hrefWith({ ordine: ordine === first ? turned : first }),
    };
  };
  const upwards = (order: ListOrder) => sort(order, `${order}_ultimi` as ListOrder, order);
  return {
    Pratica: upwards('numero'),
    Richiedente: upwards('richiedente'),
    'Assegnata a': upwards('assegnata'),
    Stato: upwards('stato'),
    'Arrivata il': sort('arrivo', 'arrivo_primi', 'arrivo_primi'),
    Termine: upwards('termine'),
  };
}

export function statoLinks(
  { conteggi }: PraticaPage,
  { coda, stato }: ListFilters,
  hrefWith: (changes: ListFilters) => string,
): FilterLink[] {
  const groups = Object.keys(STATO_GROUPS) as StatoPratica[];
  const link = (name: string, stati: readonly StatoPratica[], value?: string): FilterLink => ({
    name,
    href: hrefWith({ stato: value }),
    isCurrent: stato === value,
    ...countOf(stati, conteggi),
  });
  const linksOf = (stati: readonly StatoPratica[]) => stati.map((s) => link(STATO_GROUPS[s], [s], s));
  // A queue has states of its own, so only those that have a case are a choice.
  if (coda) return [link('Tutti gli stati', groups), ...linksOf(groups.filter((s) => conteggi[s] > 0))];
  return [link('Aperte', groups.filter(isOpenStato)), ...linksOf(groups), link('Tutte', groups, 'tutte')];
}
