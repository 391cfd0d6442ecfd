/**
 * Working days of an Italian office: Monday to Friday except public holidays (L. 260/1949, L. 54/1977, D.P.R. 792/1985, L.
 * 336/2000, L. 151/2025), the day of the town's patron saint and the days on which the offices are closed. Days are `YYYY-MM-DD`. Server and browser.
 */
import { addDays, daysSinceMonday } from './date.ts';

const FIXED_HOLIDAYS = ['01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '11-01', '12-08', '12-25', '12-26'];
/** Saint Francis, a holiday from 2026 on. */
const SAINT_FRANCIS = '10-04';

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const correction = b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + correction + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  const twoDigits = (x: number) => String(x).padStart(2, '0');
  return `${year}-${twoDigits(Math.floor(n / 31))}-${twoDigits((n % 31) + 1)}`;
}

/** @param patrono day of the patron saint, `MM-DD`; 29 February comes in leap years only */
export function isHoliday(day: string, patrono?: string | null): boolean {
  const year = Number(day.slice(0, 4));
  const monthDay = day.slice(5);
  return (
    FIXED_HOLIDAYS.includes(monthDay) ||
    (monthDay === SAINT_FRANCIS && year >= 2026) ||
    monthDay === patrono ||
    day === addDays(easterOf(year), 1)
  );
}

/** Days on which offices are closed. @property al the last one, where there is more than one */
export type Chiusura = { dal: string; al?: string | undefined };

/** What makes the working days of an office its own. @property patrono day of the patron saint, `MM-DD` */
export type OfficeDays = { patrono?: string | null | undefined; chiusure?: readonly Chiusura[] | undefined };

export function isGiornoLavorativo(day: string, { patrono, chiusure = [] }: OfficeDays = {}): boolean {
  const isClosed = chiusure.some(({ dal, al = dal }) => dal <= day && day <= al);
  return daysSinceMonday(day) < 5 && !isClosed && !isHoliday(day, patrono);
}

/** An office that says it is closed for longer than this is not waited for. */
const MAX_WAIT_DAYS = 730;

/** @returns the n-th working day after a day; for 0 the day itself, even if it is a holiday */
export function addGiorniLavorativi(day: string, n: number, office: OfficeDays = {}): string {
  let giorno = day;
  for (let remaining = n, waited = 0; remaining > 0 && waited < MAX_WAIT_DAYS; waited++) {
    giorno = addDays(giorno, 1);
    if (isGiornoLavorativo(giorno, office)) remaining--;
  }
  return giorno;
}
