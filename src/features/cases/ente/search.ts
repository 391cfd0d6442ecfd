/** Finds services and answers by the words that people use for them. Pure. */
import { wordsOf } from '../../../platform/atoms/plain-text.ts';

/**
 * Something to find.
 * @property words what people type who look for it @property text one sentence, shown with the name
 * @property isAnswer explains and does nothing: it counts half beside a service
 */
export type SearchEntry = { href: string; name: string; text: string; words: string; isAnswer?: boolean };

type SearchWord = { word: string; stem: string };

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

/** Without accents, capitals and, as its stem, without the endings of the plural: "Buche" and "buca" have the same. */
function searchWordsOf(text: string): SearchWord[] {
  return wordsOf(text)
    .filter((word) => !EMPTY_WORDS.has(word))
    .map((word) => ({ word, stem: word.length > 3 ? word.replace(/[aeiou]+$/, '').replace(/h$/, '') : word }));
}

/** Shorter ones are too often another word that looks alike: "carta" and "parte", "posto" and "posteggio". */
const LEAST_STEM = 5;

/**
 * How well a word that was typed fits one of an entry: 1 the same, less for its beginning and for one wrong letter. The beginning is that
 * of the whole word: the stem of "cane" begins "canone", too.
 */
function fitOf(typed: SearchWord, known: SearchWord): number {
  if (typed.stem === known.stem) return 1;
  if (typed.word.length >= 3 && known.word.startsWith(typed.word)) return 0.5;
  if (known.stem.length >= LEAST_STEM && typed.stem.startsWith(known.stem)) return 0.4;
  return typed.stem.length >= LEAST_STEM && isOneLetterOff(typed.stem, known.stem) ? 0.3 : 0;
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
  const typed = [...new Map(searchWordsOf(query.slice(0, MAX_QUERY)).map((word) => [word.stem, word])).values()];
  const rated = entries.map((entry) => {
    const known = (['name', 'words', 'text'] as const).map(
      (part) => [FIT_POINTS[part], searchWordsOf(entry[part])] as const,
    );
    const points = typed.map((word) =>
      Math.max(0, ...known.flatMap(([worth, words]) => words.map((other) => worth * fitOf(word, other)))),
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
