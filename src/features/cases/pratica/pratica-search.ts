/** The words that a case is found by, the same on every engine: neither accents nor capitals count. Pure. */
import type { Pratica } from '../../../store/tables.ts';

/** The words of one case: an index carries them, so there is an end to them. */
const MAX_LENGTH = 300;
/** More words than that narrow nothing down. */
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
 * What somebody looks for, word by word: a case is found when all of them are in it.
 * A number without its zeros (`2026/123`) is the number that people read (`2026/000123`).
 */
export function searchWords(q: string): string[] {
  return plainText(q)
    .split(' ')
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => word.replace(/^(\d{4})\/([1-9]\d{0,5})$/, (_, year, n) => `${year}/${n.padStart(6, '0')}`));
}
