/** Groups, order and names of the citizen's cases in the reserved area. Pure. */

import type { PraticaListItem } from '../../cases/pratica/own-pratiche.contract.ts';
import type { StatoPratica } from '../../cases/pratica/stati.ts';

export type { PraticaListItem };

/** Filters of the list (words of the national model). `bozza` has no state, because drafts are not cases yet. */
export const PRATICA_GROUPS = [
  { id: 'bozza', name: 'In bozza' },
  { id: 'inviate', name: 'Inviate', stato: 'inviata' },
  { id: 'in-lavorazione', name: 'In lavorazione', stato: 'in_elaborazione' },
  { id: 'da-integrare', name: 'Da integrare', stato: 'da_integrare' },
  { id: 'accettate', name: 'Accettate', stato: 'accettata' },
  { id: 'rifiutate', name: 'Rifiutate', stato: 'rifiutata' },
  { id: 'concluse', name: 'Concluse', stato: 'conclusa' },
  { id: 'ritirate', name: 'Ritirate', stato: 'ritirata' },
] as const satisfies readonly { id: string; name: string; stato?: StatoPratica }[];
export type PraticaGroup = (typeof PRATICA_GROUPS)[number]['id'];

/**
 * Whether the office is late. Days that wait for the citizen do not count for the office (product rule).
 * @param today date in Rome
 */
export const isLate = ({ stato, termine_il }: Pick<PraticaListItem, 'stato' | 'termine_il'>, today: string): boolean =>
  termine_il !== '' && termine_il < today && (stato === 'inviata' || stato === 'in_elaborazione');

/** @returns how many cases each group has; groups of withdrawn cases and drafts count what they are given */
export function countByGroup(
  pratiche: readonly Pick<PraticaListItem, 'stato'>[],
  bozze: number,
): Record<PraticaGroup, number> {
  const numbers = PRATICA_GROUPS.map((g) => [
    g.id,
    'stato' in g ? pratiche.filter((p) => p.stato === g.stato).length : bozze,
  ]) as [PraticaGroup, number][];
  return Object.fromEntries(numbers) as Record<PraticaGroup, number>;
}

/** @param asked from the query, unchecked @returns undefined for all of them */
export function groupOf(asked: string | null): PraticaGroup | undefined {
  return PRATICA_GROUPS.find((g) => g.id === asked)?.id;
}

/** The cases of a group; the group of drafts has none. */
export function inGroup<P extends Pick<PraticaListItem, 'stato'>>(pratiche: readonly P[], group?: PraticaGroup): P[] {
  if (!group) return [...pratiche];
  const found = PRATICA_GROUPS.find((g) => g.id === group);
  return pratiche.filter((p) => found && 'stato' in found && p.stato === found.stato);
}

/** Columns that can be sorted, with the direction of the first click. */
export const SORT_COLUMNS = {
  numero: { name: 'Numero', firstDirection: 'giu' },
  servizio: { name: 'Servizio', firstDirection: 'su' },
  data: { name: 'Data', firstDirection: 'giu' },
  stato: { name: 'Stato', firstDirection: 'su' },
  scadenza: { name: 'Termine', firstDirection: 'su' },
} as const;
export type SortColumn = keyof typeof SORT_COLUMNS;
/** @property direction `su`: ascending, `giu`: descending */
export type SortOrder = { column: SortColumn; direction: 'su' | 'giu' };
export const DEFAULT_ORDER: SortOrder = { column: 'data', direction: 'giu' };

/** @param column, @param direction from the query, unchecked; newest first when they name no order */
export function orderOf(column: string | null, direction: string | null): SortOrder {
  if (column === null || !Object.hasOwn(SORT_COLUMNS, column)) return DEFAULT_ORDER;
  const known = column as SortColumn;
  return {
    column: known,
    direction: direction === 'su' || direction === 'giu' ? direction : SORT_COLUMNS[known].firstDirection,
  };
}

/** The order that a click on a column's head asks for: reversed when the list is already sorted by it. */
export function nextOrder(current: SortOrder, column: SortColumn): SortOrder {
  if (current.column !== column) return { column, direction: SORT_COLUMNS[column].firstDirection };
  return { column, direction: current.direction === 'su' ? 'giu' : 'su' };
}

const STATO_ORDER: readonly string[] = PRATICA_GROUPS.flatMap((g) => ('stato' in g ? [g.stato] : []));

const SORT_KEYS: Readonly<Record<SortColumn, (p: PraticaListItem, nameOf: NameOf) => string>> = {
  // Case numbers are counted per ente.
  numero: (p) => `${p.protocollo} ${p.ente}`,
  servizio: (p, nameOf) => p.esterna?.servizio ?? nameOf(p.codice),
  data: (p) => p.inviata_il,
  stato: (p) => String(STATO_ORDER.indexOf(p.stato)),
  scadenza: (p) => p.termine_il,
};

/** Name of a service by its code. */
type NameOf = (codice: string) => string;

/** Returns a new list; equal cases are sorted newest first. */
export function sortPratiche(
  pratiche: readonly PraticaListItem[],
  { column, direction }: SortOrder,
  nameOf: NameOf = (codice) => codice,
): PraticaListItem[] {
  const sortKey = SORT_KEYS[column];
  const sign = direction === 'su' ? 1 : -1;
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return pratiche.toSorted(
    (a, b) => sign * compare(sortKey(a, nameOf), sortKey(b, nameOf)) || compare(b.inviata_il, a.inviata_il),
  );
}
