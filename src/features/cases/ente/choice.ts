/** The choice of an ente where there are too many for a list: they are searched by name, and the page answers. Pure. */
import { withoutApostrophes, wordsOf } from '../../../platform/atoms/plain-text.ts';
import type { SelectOption } from '../../../ui/form/Select.tsx';

/** With more than this a list would weigh more than the rest of its page. */
export const MAX_LISTED_ENTI = 50;
/** More that a search finds are not shown. */
export const MAX_FOUND_ENTI = 20;
/** Of those that are suggested while somebody types. */
export const MAX_SUGGESTED_ENTI = 8;

/** Enti on a page of the calls. */
export const ENTI_PAGE = 100;
export const MAX_ENTE_QUERY = 100;

/** The field with the name that is searched, and the button beside it. */
export const SEARCH_ENTE = 'cerca_ente';

/**
 * What a page says about its search.
 * @property query what was typed, or '' @property told what came of it, when there is something to say
 * @property servizi codes of the services one of which an ente offers that can be chosen; absent when all can.
 * 'not suggested': the list is none that the search while typing knows
 */
export type EnteSearch = { query: string; told?: string | undefined; servizi?: AskedServizi };
export type AskedServizi = readonly string[] | 'not suggested' | undefined;

/** @returns those of whose name each typed word begins a word; first those whose name has them one after the other */
export function findByName<E>(enti: readonly E[], query: string, nameOf: (ente: E) => string): E[] {
  const typed = wordsOf(query);
  if (typed.length === 0) return [];
  const isWhole = (words: string[]) => ` ${words.join(' ')}`.includes(` ${typed.join(' ')}`);
  return enti
    .map((ente) => ({ ente, words: [nameOf(ente), withoutApostrophes(nameOf(ente))].flatMap(wordsOf) }))
    .filter(({ words }) => typed.every((t) => words.some((word) => word.startsWith(t))))
    .sort((a, b) => Number(isWhole(b.words)) - Number(isWhole(a.words)))
    .map(({ ente }) => ente);
}

/** What is said below the field of the search. @param found how many there are */
export function searchTold(query: string, found: number): string | undefined {
  if (!query) return undefined;
  if (found === 0) return `Nessun ente qui si chiama «${query}». Controlla il nome, o scrivine solo l’inizio.`;
  if (found > MAX_FOUND_ENTI) return `Gli enti trovati sono ${found}: scrivi una parte più lunga del nome.`;
  return found === 1 ? 'Un ente trovato.' : `${found} enti trovati.`;
}

/** What a page of plain forms shows. @property search absent where all are listed */
export type EnteChoices = { options: SelectOption[]; search?: EnteSearch | undefined };
