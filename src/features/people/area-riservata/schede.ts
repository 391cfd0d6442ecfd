/** The tabs of the reserved area: each is a page of its own, with a link. Pure. */
import { firstName, type PersonNames } from '../../../platform/atoms/nome.ts';

export const AREA = '/area-riservata';

export const SCHEDE = [
  { id: 'scrivania', name: 'Scrivania' },
  { id: 'posizioni', name: 'Posizioni' },
  { id: 'documenti', name: 'Documenti' },
  { id: 'pratiche', name: 'Pratiche' },
  { id: 'pagamenti', name: 'Pagamenti' },
  { id: 'messaggi', name: 'Messaggi' },
  { id: 'scadenze', name: 'Scadenze' },
  { id: 'dichiarazioni', name: 'Dichiarazioni' },
] as const;
export type Scheda = (typeof SCHEDE)[number]['id'];
/** How much waits in a tab: missing when it could not be counted. */
export type SchedaCounts = Partial<Record<Scheda, number>>;

/**
 * @param schede those of this portal
 * @param asked from the query, unchecked
 * @param servizio from the query: a citizen who came for a form that is about documents begins with the positions
 * @returns the tab to show; the overview when there is no such tab
 */
export function schedaOf(
  schede: readonly (typeof SCHEDE)[number][],
  asked: string | null,
  servizio: string | null = null,
): (typeof SCHEDE)[number] {
  const fallback: Scheda = servizio === null ? 'scrivania' : 'posizioni';
  return (schede.find((s) => s.id === asked) ?? SCHEDE.find((s) => s.id === fallback)) as (typeof SCHEDE)[number];
}

type QueryValues = Record<string, string | number | undefined>;

/** Address of a tab. @param query what is undefined or empty is left out */
export function schedaPath(scheda: Scheda, query: QueryValues = {}): string {
  return AREA + queryString({ scheda, ...query });
}

/** Documents of one position. */
export function posizionePath(p: { idRappresentanza: string; ente: string }, query: QueryValues = {}): string {
  const path = `${AREA}/documenti/${encodeURIComponent(p.idRappresentanza)}/${encodeURIComponent(p.ente)}`;
  return path + queryString(query);
}

/** One document. */
export const documentoPath = ({ Id }: { Id: string }): string => `${AREA}/documento/${encodeURIComponent(Id)}`;

/** Builds the address by hand: URLSearchParams takes ten times as long, and every row of a list has one or two addresses. */
function queryString(query: QueryValues): string {
  let text = '';
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') text += `${text ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  }
  return text;
}

/**
 * "Bentornata Anna": the tax code tells the gender (the day is above 40 for women, D.M. 23 December 1976).
 * Without a tax code it greets by neither.
 * @param first true at the first login: "Benvenuta Anna"
 */
export function greetingOf(user: PersonNames & { codice_fiscale: string }, first = false): string {
  if (!user.codice_fiscale) return `Buongiorno ${firstName(user)}`;
  const giorno = Number(user.codice_fiscale.slice(9, 11).replace(/[L-V]/g, (l) => `${'LMNPQRSTUV'.indexOf(l)}`));
  return `${first ? 'Benvenut' : 'Bentornat'}${giorno > 40 ? 'a' : 'o'} ${firstName(user)}`;
}
