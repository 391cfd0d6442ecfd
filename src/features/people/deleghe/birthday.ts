/** How old a person is by their tax code. Pure. */
import { birthdayIn } from '../../../platform/atoms/codice-fiscale.ts';

/**
 * Whether a tax code is of somebody under 18. It has two digits of the year: a year that has not come yet is one of the last century,
 * and a person of a hundred years counts as a child.
 * @param codice_fiscale of a person, checked: 16 characters @param today `YYYY-MM-DD`
 */
export function isMinor(codice_fiscale: string, today: string): boolean {
  const { year, month, day } = birthdayIn(codice_fiscale);
  const now = +today.slice(0, 4);
  const century = 2000 + year > now ? 1900 : 2000;
  const grown = `${century + year + 18}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return grown > today;
}
