/** Text as a search compares it. Pure. */
import { withoutMarks } from './characters.ts';

/** Without accents, capitals and marks that cannot be seen: "Città" is "citta". */
export const withoutAccents = (text: string): string =>
  withoutMarks(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Without the apostrophes within words: many people write D'Angelo as "dangelo". */
export const withoutApostrophes = (text: string): string => text.replace(/(?<=\p{L})['’‘`](?=\p{L})/gu, '');

/** Its words, each of letters without accents and digits. */
export const wordsOf = (text: string): string[] =>
  withoutAccents(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** A word in which `like … escape '!'` finds itself alone. */
export const escapeLike = (word: string): string => word.replace(/[!%_]/g, '!$&');
