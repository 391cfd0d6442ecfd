/**
 * The Gulpease index: how easy an Italian text is to read, from 0 to 100 (Lucisano and Piemontese, 1988). Below 80 it is hard for those who
 * finished primary school, below 60 for lower secondary school, below 40 for upper secondary school.
 */

/** Fewer words say nothing about a text. */
const ENOUGH_WORDS = 20;

/** @param lines of a page, of which those with a sentence count: no heading, label or figure @returns null for too few words */
export function readingEaseOf(lines: readonly string[]): number | null {
  const sentences = lines
    .filter((line) => /\s\S+\s\S.*[.!?](?:\s|$)/.test(line))
    .flatMap((line) => line.split(/[.!?;:]+(?:\s|$)/))
    .filter((part) => /\p{L}/u.test(part));
  const words = sentences.flatMap((part) => part.match(/[\p{L}\p{N}]+/gu) ?? []);
  if (words.length < ENOUGH_WORDS) return null;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const index = 89 + (300 * sentences.length - 10 * letters) / words.length;
  return Math.round(Math.min(100, Math.max(0, index)));
}
