/** Checks the tax code of a person or a firm, in forms, in the data file and in the claims of a login. */
import { inLatin } from './characters.ts';
import { isPartitaIva } from './check-digit.ts';
import { atomSchema, type OwnWords } from './localised.ts';

/** D.M. 23-12-1976 n. 13813: value of A…Z (and 0…9 as A…J) in an odd place, itself written as a letter. */
const ODD_VALUES = 'BAFHJNPRTVCESULDGIMOQKWZYX';
/** Omocodia: the letters that stand for 0…9 when two people would get the same code. */
const OMOCODIA_DIGITS = 'LMNPQRSTUV';
const PERSON_FORM = /^[A-Z]{6}[\dLMNP-V]{2}[ABCDEHLMPRST][\dLMNP-V]{2}[A-Z][\dLMNP-V]{3}[A-Z]$/;

/** January to December. */
const MONTH_LETTERS = 'ABCDEHLMPRST';

const digitOf = (c: string): number => (c < 'A' ? +c : OMOCODIA_DIGITS.indexOf(c));
/** The number of two digits at a place. */
const numberAt = (s: string, at: number): number => digitOf(s.charAt(at)) * 10 + digitOf(s.charAt(at + 1));

/** The birthday in the code of a person. @param s checked: 16 characters @property year its last two digits, without the century */
export const birthdayIn = (s: string): { year: number; month: number; day: number } => ({
  year: numberAt(s, 6),
  month: MONTH_LETTERS.indexOf(s.charAt(8)) + 1,
  // Women have 40 added to the day.
  day: numberAt(s, 9) % 40,
});

/**
 * True for a person's code of 16 characters (form, day of birth, check letter, omocodia allowed) and for one of 11 digits
 * (companies, organisations, provisional codes). Only the Agenzia delle Entrate can tell whether the code was issued.
 * @param s upper case, without blanks
 */
export function isCodiceFiscale(s: string): boolean {
  if (!PERSON_FORM.test(s)) return isPartitaIva(s);
  const { day } = birthdayIn(s);
  if (numberAt(s, 9) > 71 || day < 1 || day > 31) return false;
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const place = s.charCodeAt(i) - (s.charAt(i) < 'A' ? 48 : 65);
    sum += i % 2 ? place : ODD_VALUES.charCodeAt(place) - 65;
  }
  return sum % 26 === s.charCodeAt(15) - 65;
}

/** A codice fiscale, stored in upper case without blanks. */
export const codiceFiscaleSchema = (own?: OwnWords) =>
  atomSchema(
    {
      clean: (typed) => inLatin(typed.toUpperCase().replace(/\s/g, '')),
      valid: isCodiceFiscale,
      json: { examples: ['RSSMRA80A01H501U', '12345678903'] },
    },
    {
      missing: 'Scrivi il codice fiscale.',
      wrong: 'Controlla il codice fiscale: sono 16 lettere e numeri, come sulla tessera sanitaria, oppure 11 cifre.',
    },
    own,
  );
