/** Reads a sheet that came as CSV, whatever program saved it. */
import Papa from 'papaparse';
import { PortalError } from './errors.ts';

const CSV_SEPARATORS = [';', ',', '\t'];

/** Files that are mistaken for a CSV, by their first bytes. */
const OTHER_FORMATS: readonly [start: string, what: string][] = [
  ['504b0304', 'un foglio di Excel o di LibreOffice, o un archivio ZIP'],
  ['d0cf11e0', 'un foglio di Excel'],
  ['25504446', 'un PDF'],
];

const refuseFile = (text: string) => new PortalError('invalid', { fields: { file: [text] } });

/**
 * @returns the text, line ends `\n`. UTF-8, or UTF-16 when it says so, else Windows-1252, as Excel saves in Italy
 * @throws PortalError `invalid` on `file` when the bytes are no text
 */
export function decodeSheet(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  const [, what] = OTHER_FORMATS.find(([signature]) => start.startsWith(signature)) ?? [];
  if (what) throw refuseFile(`Questo file è ${what}: aprilo, salvalo come CSV e importalo di nuovo.`);
  const text = decodeBytes(bytes, /^(fffe|feff)/.exec(start)?.[0]);
  if (text.includes('\0'))
    throw refuseFile('Questo file non è un foglio CSV: apri il tuo foglio, salvalo come CSV e riprova.');
  return text.replace(/\r\n?/g, '\n');
}

function decodeBytes(bytes: Uint8Array, mark: string | undefined): string {
  if (mark) return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Quotes that do not match: cells cannot be separated after them. @property text in Italian, after the number of the line */
export type QuoteFault = { line: number; text: string };

/**
 * @param countColumns of the first rows: how many columns of the wanted sheet they have. The separator that finds most is taken
 * @returns all rows, empty ones too, so that their index gives their number
 */
export function parseSheet(
  text: string,
  countColumns: (firstRows: string[][]) => number,
): { rows: string[][] } | { fault: QuoteFault } {
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: findSeparator(text, countColumns),
    newline: '\n',
  });
  const [quoteError] = errors.filter((e) => e.type === 'Quotes');
  if (!quoteError) return { rows: data };
  const what =
    quoteError.code === 'MissingQuotes'
      ? 'c’è un valore che si apre con le virgolette e non le chiude.'
      : 'le virgolette dentro un valore tra virgolette si scrivono due volte ("").';
  return { fault: { line: (quoteError.row ?? 0) + 1, text: what } };
}

/** Characters: several times the length of a complete heading. An endless line is not searched once per separator. */
const MAX_START = 10_000;

function findSeparator(text: string, countColumns: (firstRows: string[][]) => number): string {
  const start = text.trimStart().slice(0, MAX_START);
  const counts = CSV_SEPARATORS.map((delimiter) =>
    countColumns(Papa.parse<string[]>(start, { delimiter, newline: '\n' }).data),
  );
  return CSV_SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ';';
}
