/** Characters that deceive the eye: marks that cannot be seen, and letters of another alphabet that look Latin. Pure. */

/** Marks that cannot be seen, such as U+202A around a copied telephone number. */
const UNSEEN_MARKS = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Blanks and marks, but for those that choose a variant of the letter or picture before them (U+FE0F). */
const UNSEEN_CHARACTER = /^(?![\u180b-\u180f\ufe00-\ufe0f])[\s\p{Default_Ignorable_Code_Point}]$/u;

/** For codes, numbers and addresses, in which no mark means anything. */
export const withoutMarks = (s: string): string => s.replace(UNSEEN_MARKS, '');

/** For texts and names: within a word a mark may join letters or pictures. Takes time in proportion to the length. */
export function trimUnseen(s: string): string {
  let [start, end] = [0, s.length];
  while (start < end && UNSEEN_CHARACTER.test(s.charAt(start))) start += 1;
  while (end > start && UNSEEN_CHARACTER.test(s.charAt(end - 1))) end -= 1;
  return s.slice(start, end);
}

/** Capital letters, Cyrillic and Greek, of number plates that are read as Latin (Vienna Convention on Road Traffic, annex 2). */
const LATIN_TWINS: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  Ѕ: 'S',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
};

/** @param s capital letters @returns it in Latin letters, where each has a Latin twin */
export const inLatin = (s: string): string => s.replace(/[\u0370-\u04ff]/g, (letter) => LATIN_TWINS[letter] ?? letter);
