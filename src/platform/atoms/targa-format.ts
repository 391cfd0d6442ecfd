/** Number plates as they are written and read, by country. Server and browser. */

import { inLatin, withoutMarks } from './characters.ts';

/** Countries whose plates have their own entry; `ALTRO` stands for all others. */
export const PAESE_NAMES = {
  IT: 'Italia',
  AL: 'Albania',
  AT: 'Austria',
  BE: 'Belgio',
  BG: 'Bulgaria',
  HR: 'Croazia',
  FR: 'Francia',
  DE: 'Germania',
  MD: 'Moldova',
  MC: 'Monaco',
  NL: 'Paesi Bassi',
  PL: 'Polonia',
  PT: 'Portogallo',
  GB: 'Regno Unito',
  RO: 'Romania',
  SM: 'San Marino',
  SI: 'Slovenia',
  ES: 'Spagna',
  CH: 'Svizzera',
  UA: 'Ucraina',
  VA: 'Città del Vaticano',
  ALTRO: 'Altro paese',
} as const;
export type Paese = keyof typeof PAESE_NAMES;

/** Capital letters, Latin where they look it, without blanks, dots or dashes; outside Italy with the country's code and `:` in front. */
export function normaliseTarga(typed: string): string {
  const [, paese = 'IT', rest = ''] = /^\s*(?:([A-Za-z]{2}|altro)\s*:)?(.*)$/is.exec(withoutMarks(typed)) ?? [];
  const targa = inLatin(
    rest
      .normalize('NFKC')
      .replace(/[\s.·•\-‐-―_]/g, '')
      .toUpperCase(),
  );
  return paese.toUpperCase() === 'IT' || !targa ? targa : `${paese.toUpperCase()}:${targa}`;
}

/** The plate as people read it: "ZH123456 (Svizzera)". */
export function targaInWords(normalised: string): string {
  const [targa = '', paese = 'IT'] = normalised.split(':').reverse();
  return paese === 'IT' ? targa : `${targa} (${PAESE_NAMES[paese as Paese] ?? paese})`;
}
