/** The filters of the operators' list as its address has them. Pure. */

const FILTER_NAMES = [
  'coda',
  'stato',
  'servizio',
  'area',
  'persona',
  'priorita',
  'etichetta',
  'ordine',
  'non_lette',
  'da_protocollare',
  'senza_punto',
  'ente',
  'dal',
  'al',
  'q',
  'righe',
  'pagina',
] as const;
export type ListFilters = Partial<Record<(typeof FILTER_NAMES)[number], string>>;

/** How much of a list a page shows is no filter of the list. */
const PAGE_NAMES = ['righe', 'pagina'] as const;

/** By default the list shows what is open; a queue has states of its own. */
const defaultStato = ({ coda }: ListFilters): string => (coda ? 'tutte' : 'aperte');

/** The filters as the call takes them. */
export const askedBy = (filters: ListFilters): ListFilters => ({ stato: defaultStato(filters), ...filters });

/** The filters of an address, without a state that is the default. */
export function readFilters(query: URLSearchParams): ListFilters {
  const filters: ListFilters = Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = query.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  if (filters.stato === defaultStato(filters)) delete filters.stato;
  return filters;
}

/** Without what says only how much of the list a page shows. */
export const withoutPage = (filters: ListFilters): ListFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !(PAGE_NAMES as readonly string[]).includes(name)));

/** Never the bare address, which opens with the view that the operator chose to begin with. */
export const listPath = (filters: ListFilters): string => `/operatore?${queryOf(filters)}`;

/** The same list on the map. */
export const mapPath = (filters: ListFilters): string => `/operatore/mappa?${queryOf(withoutPage(filters))}`;

function queryOf(filters: ListFilters): string {
  const chosen = FILTER_NAMES.flatMap((name) => (filters[name] ? [[name, filters[name]] as [string, string]] : []));
  return chosen.length > 0 ? String(new URLSearchParams(chosen)) : 'stato=aperte';
}

/** Whether two lists have the same cases in the same order. */
export const isSameList = (one: ListFilters, other: ListFilters): boolean =>
  listPath(withoutPage(one)) === listPath(withoutPage(other));
