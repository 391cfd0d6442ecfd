/** Amounts and days as banks write them in a sheet. Pure. */
import { parseCents } from '../../../platform/atoms/cents.ts';
import { withoutMarks } from '../../../platform/atoms/characters.ts';
import { isDate, todayInRome } from '../../../platform/atoms/date.ts';

/**
 * `12.345,67`, `12345.67`, `12,345.67`, `€ 1.234,56`, `-5,00`, `5,00-`. Three digits after a dot are thousands, as Italians write
 * them: `1.234` is 1234 euro. Three digits after a comma could be thousands or thousandths, and are refused.
 * @returns whole cents; undefined when it is no amount, or a thousand million euro or more
 */
export function readCents(cell: string): number | undefined {
  const written = withoutMarks(cell)
    .replace(/[\s€]|EUR/gi, '')
    .replaceAll('−', '-');
  const [, before, figures = '', after] = /^([+-]?)(.*?)([+-]?)$/.exec(written) ?? [];
  if (before && after) return undefined;
  const isEnglish = /^\d{1,3}(,\d{3})+\.\d{1,2}$/.test(figures);
  // Exports of fixed width fill up with zeros.
  const cents = parseCents((isEnglish ? figures.replaceAll(',', '') : figures).replace(/^0+(?=\d)/, ''));
  return cents && (before || after) === '-' ? -cents : cents;
}

const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)$/i;
const YEAR_FIRST = /^(\d{4})([/-])(\d\d)\2(\d\d)([T ]\d\d:[\d:.]*|Z|[+-]\d\d:\d\d)?$/i;
const DAY_FIRST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)( \d{1,2}[:.][\d:.]*)?$/;

/**
 * `31/01/2026`, `31-1-2026`, `31.01.26`, `2026-01-31`, each also with a time; an instant is a day in Rome.
 * @returns `YYYY-MM-DD`; undefined when it is no day
 */
export function readDay(cell: string): string | undefined {
  const written = withoutMarks(cell).trim();
  if (WITH_ZONE.test(written)) {
    const ms = Date.parse(written);
    return Number.isNaN(ms) ? undefined : todayInRome(ms);
  }
  const [, year, , month, day] = YEAR_FIRST.exec(written) ?? [];
  if (year) return dateOf(`${year}-${month}-${day}`);
  const [, firstDay = '', , secondMonth = '', lastYear = ''] = DAY_FIRST.exec(written) ?? [];
  const fullYear = lastYear.length === 2 ? `20${lastYear}` : lastYear;
  return dateOf(`${fullYear}-${secondMonth.padStart(2, '0')}-${firstDay.padStart(2, '0')}`);
}

const dateOf = (date: string): string | undefined => (isDate(date) ? date : undefined);
