/** What the cells of an Excel sheet show, as text: a cell has a number where people see a date, or a code with its zeros. Pure. */

/**
 * Why the value of a cell is not known: its number has lost digits, it shows an error, its formula was never reckoned, it is joined with the
 * cell that has the value.
 */
export const CELL_FLAWS = ['digits', 'error', 'formula', 'merged'] as const;
export type CellFlaw = (typeof CELL_FLAWS)[number];

/**
 * How a style shows numbers: as dates, or as digits with leading zeros and with what stands around them.
 * @property digits least number of digits
 */
export type NumberStyle = { kind: 'date' } | { kind: 'digits'; digits: number; before: string; after: string };

/** Formats that every workbook has: dates and times. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Texts of a format, and what stands in brackets, are no letters of a date. `[h]` is. */
const FORMAT_LITERALS = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;
const FORMAT_DIGITS = /^((?:"[^"]*"|\\.)*)(0+)((?:"[^"]*"|\\.)*)$/;
const plainLiteral = (text = ''): string => text.replace(/"([^"]*)"|\\(.)/g, (_, quoted, one) => quoted ?? one);

/** @param code of the format, for one that the workbook itself defines. @returns undefined for plain numbers */
export function numberStyleOf(id: number, code: string | undefined): NumberStyle | undefined {
  if (code === undefined) return isBuiltInDate(id) ? { kind: 'date' } : undefined;
  const [positive = ''] = code.split(';');
  const [, before, zeros = '', after] = FORMAT_DIGITS.exec(positive) ?? [];
  if (zeros.length > 1)
    return { kind: 'digits', digits: zeros.length, before: plainLiteral(before), after: plainLiteral(after) };
  return /[dmyhs]/i.test(positive.replace(FORMAT_LITERALS, '').replace(/general|standard/gi, ''))
    ? { kind: 'date' }
    : undefined;
}

const DAY_MS = 24 * 60 * 60_000;
/** Day 0, so that the numbers from 1 March 1900 on are right: Excel has a 29 February 1900, which was none. */
const DAY_ZERO = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
const FALSE_DAY = 60;

/** The system in which days are numbered: Excel for Macintosh once began in 1904. */
export type DateSystem = keyof typeof DAY_ZERO;

/** @returns `2026-11-20`, with `T08:30:00` where it is not midnight; undefined for what is no day of the years that Excel has */
export function dayOfSerial(serial: number, system: DateSystem): string | undefined {
  if (!(serial >= 0 && serial < 2_958_466)) return undefined;
  const shift = system === 1900 && serial < FALSE_DAY ? 1 : 0;
  const seconds = Math.round((serial + shift) * 24 * 60 * 60);
  const text = new Date(DAY_ZERO[system] + seconds * 1000).toISOString().slice(0, 19);
  return (seconds * 1000) % DAY_MS === 0 ? text.slice(0, 10) : text;
}

/** Excel keeps fifteen digits: of a longer number it has made the last ones zero. */
const MOST_DIGITS = 1e15;
export const hasLostDigits = (value: number): boolean => Math.abs(value) >= MOST_DIGITS;

/** A number as an Italian sheet shows it: with a comma, without what reckoning in binary leaves behind. */
export function numberText(value: number, style: NumberStyle | undefined): string {
  if (style?.kind === 'digits' && Number.isInteger(value) && value >= 0)
    return style.before + String(value).padStart(style.digits, '0') + style.after;
  return String(Number(value.toPrecision(15))).replace('.', ',');
}

/** Excel writes characters that XML does not allow as `_x000D_`; those that no text has are left out, however they are written. */
export const unescapeText = (text: string): string =>
  (text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
  ).replace(NOT_OF_TEXTS, '');

/** Control characters but for the tab and the line end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const NOT_OF_TEXTS = /[\0-\x08\x0b-\x1f\x7f]/g;

/** `BC12` → 54, from 0. @returns undefined when it names no column */
export function columnOf(reference = ''): number | undefined {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column === 0 ? undefined : column - 1;
}
