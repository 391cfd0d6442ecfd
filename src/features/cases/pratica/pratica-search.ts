/** The text by which a case is found, without accents and capital letters so that both engines match alike. Pure. */
import type { Pratica } from '../../../store/tables.ts';

/** Limits the search text of a case, because it is part of an index. */
const MAX_LENGTH = 300;
/** Further words hardly narrow the result. */
const MAX_WORDS = 6;

const plainText = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim();

/** @param protocollo number of the case, `2026/000123` */
export function searchTextOf(
  protocollo: string,
  { nome, cognome, oggetto }: Pick<Pratica, 'nome' | 'cognome' | 'oggetto'>,
): string {
  return plainText(`${protocollo} ${nome} ${cognome} ${oggetto}`).slice(0, MAX_LENGTH);
}

/**
 * The words to search for; a case must contain all of them. A number without its zeros (`2026/123`) becomes the number that people
 * read (`2026/000123`).
 */
export function searchWords(q: string): string[] {
  return plainText(q)
    .split(' ')
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => word.replace(/^(\d{4})\/([1-9]\d{0,5})$/, (_, year, n) => `${year}/${n.padStart(6, '0')}`));
}
