/** Finds what looks like personal data in a text that is about to be published. A warning for a person, not a proof. Pure. */

import { isCodiceFiscale } from '../../../platform/atoms/codice-fiscale.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { withoutAccents, wordsOf } from '../../../platform/atoms/plain-text.ts';

type PersonalKind = 'nome' | 'telefono' | 'targa' | 'codice fiscale' | 'e-mail';
export type PersonalWords = { kind: PersonalKind; words: string };

const EMAIL_FORM = /[^\s@<>()]+@[^\s@<>()]+\.[a-z]{2,}/giu;
const CODICE_FISCALE_FORM = /\b[a-z0-9]{16}\b/giu;
/** At least eight digits, which may be in groups: a house number or a year has fewer. */
const TELEFONO_FORM = /(?:\+39|\b0039)?[\s./-]?\b(?:0\d|3\d)(?:[\s./-]?\d){6,9}\b/gu;
/** Plates since 1994, and of motorcycles. */
const TARGA_FORM = /\b[A-Za-z]{2}[\s-]?\d{3}[\s-]?[A-Za-z]{2}\b|\b[A-Za-z]{2}[\s-]?\d{5}\b/gu;
/** A title, and the capitals that follow it. */
const TITLED_NAME =
  /\b(?:[Ss]ig|[Dd]ott|[Aa]vv|[Ii]ng|[Gg]eom|[Pp]rof)[a-z]*\.?(?:ra\.?)?\s+\p{Lu}[\p{L}’']+(?:\s+\p{Lu}[\p{L}’']+)?/gu;
/** Two or three words with capitals (a sentence may begin before a name), and the word before them. */
const CAPITALISED_NAMES = /(\S+\s+)?(\p{Lu}[\p{Ll}’']{2,}(?:\s+\p{Lu}[\p{Ll}’']{2,}){1,2})/gu;
const PLACE_WORDS = new Set(
  'via viale vicolo piazza piazzale piazzetta largo corso strada vico contrada localita frazione ponte parco scuola chiesa borgo rione lungomare'.split(
    ' ',
  ),
);

const isPlaceWord = (word: string) => PLACE_WORDS.has(withoutAccents(word));

/** @param citizen whose name is looked for by its words, wherever it stands */
export function findPersonalWords(text: string, citizen: { nome: string; cognome: string }): PersonalWords[] {
  const found: PersonalWords[] = [];
  const add = (kind: PersonalKind, words: string) => {
    if (!found.some((other) => other.words.includes(words.trim()))) found.push({ kind, words: words.trim() });
  };
  for (const [words] of text.matchAll(EMAIL_FORM)) add('e-mail', words);
  for (const [words] of text.matchAll(CODICE_FISCALE_FORM))
    if (isCodiceFiscale(words.toUpperCase())) add('codice fiscale', words);
  for (const [words] of text.matchAll(TARGA_FORM)) add('targa', words);
  for (const [words] of text.matchAll(TELEFONO_FORM)) add('telefono', words);
  for (const [words] of text.matchAll(TITLED_NAME)) add('nome', words);
  const own = new Set(wordsOf(fullName(citizen)).filter((word) => word.length > 2));
  for (const [word] of text.matchAll(/[\p{L}’']+/gu)) if (own.has(withoutAccents(word))) add('nome', word);
  for (const [, before = '', words = ''] of text.matchAll(CAPITALISED_NAMES))
    if (![before.trim(), words.split(/\s/)[0] ?? ''].some(isPlaceWord)) add('nome', words);
  return found;
}

/** "«3331234567» sembra un numero di telefono" */
export const personalInWords = ({ kind, words }: PersonalWords): string => `«${words}» sembra ${KIND_WORDS[kind]}`;

const KIND_WORDS: Record<PersonalKind, string> = {
  nome: 'il nome di una persona',
  telefono: 'un numero di telefono',
  targa: 'una targa',
  'codice fiscale': 'un codice fiscale',
  'e-mail': 'un indirizzo e-mail',
};
