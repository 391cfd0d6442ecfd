/** The words by which operators find a case, and by which a list is sorted; without accents and capital letters so that both engines match alike. Pure. */
import { fullName, type PersonNames, surnameFirst } from '../../../platform/atoms/nome.ts';
import { withoutAccents, withoutApostrophes } from '../../../platform/atoms/plain-text.ts';
import type { Pratica } from '../../../store/tables.ts';
import { protocolloNumber } from '../protocollo/protocollo-ente.ts';
import { etichetteOf, wordOfEtichetta } from './etichette.ts';
import { parsePraticaData, shownPraticaData } from './pratica-data.ts';

/** Each word of a case is a row of its own. */
const MAX_PARTS = 40;
const MAX_PART_LENGTH = 40;
/** Further words hardly narrow the result. */
const MAX_WORDS = 6;

const plainText = (text: string): string => withoutAccents(text).replace(/[’‘`]/g, "'").replace(/\s+/g, ' ').trim();

/** Where somebody may begin to type: at the start of a word, and after what is no letter and no digit within it. */
const PART_START = /(?:^|(?<=[^\p{L}\p{N}]))(?=[\p{L}\p{N}])|^/gu;

const partsOf = (word: string): string[] =>
  Array.from(word.matchAll(PART_START), ({ index }) => word.slice(index, index + MAX_PART_LENGTH));

/** A word with an apostrophe as one: `dangelo`. */
function joinedOf(word: string): string[] {
  const joined = withoutApostrophes(word);
  return joined === word ? [] : [joined.slice(0, MAX_PART_LENGTH)];
}

/**
 * The parts of words by which a case is found: it has a searched word when one of them begins with it. `D’Amico` has `d'amico`, `amico`
 * and `damico`, and number 2026/000012 has `2026/000012`, `000012` and `12`; number 4711 of the ente's register `4711/2026`.
 * @returns in the order of their bytes, by which both engines compare them
 */
export function searchParts(
  pratica: Pick<
    Pratica,
    | 'anno'
    | 'numero'
    | 'nome'
    | 'cognome'
    | 'oggetto'
    | 'protocollo_ente'
    | 'protocollo_ente_il'
    | 'dati_json'
    | 'etichette'
  >,
): string[] {
  const { anno, numero, oggetto } = pratica;
  const { id_esterno = '' } = parsePraticaData(shownPraticaData, pratica);
  const numbers = `${anno}/${String(numero).padStart(6, '0')} ${numero} ${protocolloNumber(pratica)} ${id_esterno}`;
  const tags = etichetteOf(pratica).map(wordOfEtichetta);
  const words = plainText(`${numbers} ${fullName(pratica)} ${oggetto}`)
    .split(' ')
    .filter(Boolean);
  // The whole parts first: of a long title the end is left out.
  const parts = [...new Set([...tags, ...words.flatMap(partsOf), ...words.flatMap(joinedOf)])].slice(0, MAX_PARTS);
  return parts.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

/** The parts in one text, each after a blank. */
export const searchTextOf = (parts: readonly string[]): string => parts.map((part) => ` ${part}`).join('');

/** The end of the range of all words that begin with this one. */
export const rangeEnd = (word: string): string => `${word}\u{10ffff}`;

/** The parts that {@link searchTextOf} has put together. */
export const partsOfText = (text: string): string[] => text.split(' ').filter(Boolean);

/** The name of a person as lists are sorted by it. */
export const nameToSort = (person: PersonNames): string => plainText(surnameFirst(person)).slice(0, 80);

/**
 * The words to search for; a case must contain all of them. A number without its zeros (`2026/123`) becomes the number that people
 * read (`2026/000123`).
 */
export function searchWords(q: string): string[] {
  return plainText(q)
    .split(' ')
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => word.replace(/^(\d{4})\/([1-9]\d{0,5})$/, (_, year, n) => `${year}/${n.padStart(6, '0')}`))
    .map((word) => word.slice(0, MAX_PART_LENGTH));
}
