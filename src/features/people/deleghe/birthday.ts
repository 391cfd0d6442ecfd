/** How old a person is by their tax code. Pure. */

const MONTH_LETTERS = 'ABCDEHLMPRST';
const OMOCODIA_DIGITS = 'LMNPQRSTUV';
const digitsOf = (text: string): number => +text.replace(/[L-V]/g, (letter) => `${OMOCODIA_DIGITS.indexOf(letter)}`);

/**
 * Whether a tax code is of somebody under 18. It has two digits of the year: a year that has not come yet is one of the last century,
 * and a person of a hundred years counts as a child.
 * @param codice_fiscale of a person, checked: 16 characters @param today `YYYY-MM-DD`
 */
export function isMinor(codice_fiscale: string, today: string): boolean {
  const year = digitsOf(codice_fiscale.slice(6, 8));
  const month = MONTH_LETTERS.indexOf(codice_fiscale.charAt(8)) + 1;
  const day = digitsOf(codice_fiscale.slice(9, 11)) % 40;
  const now = +today.slice(0, 4);
  const century = 2000 + year > now ? 1900 : 2000;
  const grown = `${century + year + 18}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return grown > today;
}
