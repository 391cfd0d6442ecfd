/** Finds services and answers by the words that people use for them. Pure. */
import { wordsOf } from '../../../platform/atoms/plain-text.ts';

/**
 * Something to find.
 * @property words what people type who look for it @property text one sentence, shown with the name
 * @property isAnswer explains and does nothing: it counts half beside a service
 */
export type SearchEntry = { href: string; name: string; text: string; words: string; isAnswer?: boolean };

/** The rest of a longer question is not read. */
export const MAX_QUERY = 100;
const MAX_FOUND = 8;

/** Words that say nothing about what is meant. */
const EMPTY_WORDS = new Set(
  'a ad ai al alla alle allo anche che chi ci come con cosa cosi da dal dalla dei del della delle devo di dove e ed fare faccio gli ho i il in io la le lo ma mi mia mie miei mio nel nella non o per piu posso quale quando quanto se si sono su sul sulla ti tra un una uno vorrei voglio è'.split(
    ' ',
  ),
);
const FIT_POINTS = { name: 10, words: 6, text: 3 } as const;

/** Without accents, capitals and the endings of the plural: "Buche" and "buca" are the same word. */
function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !EMPTY_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/[aeiou]+$/, '').replace(/h$/, '') : word));
}

/** How well a word that was typed fits one of an entry: 1 the same, less for its beginning and for one wrong letter. */
function fitOf(typed: string, known: string): number {
  if (typed === known) return 1;
  if (typed.length >= 3 && known.startsWith(typed)) return 0.5;
  if (typed.length >= 5 && known.length >= 4 && typed.startsWith(known)) return 0.4;
  return typed.length >= 4 && isOneLetterOff(typed, known) ? 0.3 : 0;
}

/** One letter wrong, missing, or too many. */
function isOneLetterOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let i = 0;
  while (i < short.length && short[i] === long[i]) i++;
  return short.slice(long.length > short.length ? i : i + 1) === long.slice(i + 1);
}

/** @returns the entries that a question is about, the best first; of equal ones in their own order */
export function searchEntries<T extends SearchEntry>(entries: readonly T[], query: string): T[] {
  const typed = [...new Set(stemsOf(query.slice(0, MAX_QUERY)))];
  const rated = entries.map((entry) => {
    const known = (['name', 'words', 'text'] as const).map((part) => [FIT_POINTS[part], stemsOf(entry[part])] as const);
    const points = typed.map((word) =>
      Math.max(0, ...known.flatMap(([worth, stems]) => stems.map((stem) => worth * fitOf(word, stem)))),
    );
    const fitting = points.filter((n) => n > 0).length;
    return { entry, points: (fitting * points.reduce((sum, n) => sum + n, 0)) / (entry.isAnswer ? 2 : 1) };
  });
  const best = Math.max(0, ...rated.map(({ points }) => points));
  return rated
    .filter(({ points }) => points > 0 && points >= best / 5)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MAX_FOUND)
    .map(({ entry }) => entry);
}
