/** Whether a person is of age, by what their login and their tax code tell. Pure. */
import { birthdayIn } from '../../../platform/atoms/codice-fiscale.ts';

const OF_AGE = 18;

/**
 * Whether a person is under 18. A tax code has two digits of the year, so that one of a child is also that of somebody of a hundred years: the
 * day of birth that the login tells decides.
 * @param codice_fiscale of a person, checked: 16 characters @param data_nascita `YYYY-MM-DD`; null: the login does not tell it
 * @param today `YYYY-MM-DD`
 * @returns undefined when nothing tells
 */
export function isMinor(codice_fiscale: string, data_nascita: string | null, today: string): boolean | undefined {
  if (data_nascita !== null) return comesOfAge(data_nascita) > today;
  const { year, month, day } = birthdayIn(codice_fiscale);
  const now = +today.slice(0, 4);
  const latest = 2000 + year > now ? 1900 + year : 2000 + year;
  return comesOfAge(`${latest}-${twoDigits(month)}-${twoDigits(day)}`) > today ? undefined : false;
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');
const comesOfAge = (born: string): string => `${+born.slice(0, 4) + OF_AGE}${born.slice(4)}`;
