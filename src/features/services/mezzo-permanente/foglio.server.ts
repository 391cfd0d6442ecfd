/** Turns the bytes of a sheet into cells, whatever program saved it. */
import Papa from 'papaparse';
import { PortalError } from '../../../platform/errors.ts';
import { findColumn } from './csv.ts';

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
export function decodeFoglio(bytes: Uint8Array): string {
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

/**
 * @returns all lines, empty ones too, so that their index gives their number
 * @throws PortalError `invalid` for quotes that do not match: cells cannot be separated after them
 */
export function parseCells(text: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: findSeparator(text), newline: '\n' });
  const [quoteError] = errors.filter((e) => e.type === 'Quotes');
  if (!quoteError) return data;
  const line = (quoteError.row ?? 0) + 1;
  const what =
    quoteError.code === 'MissingQuotes'
      ? 'c’è un valore che si apre con le virgolette e non le chiude.'
      : 'le virgolette dentro un valore tra virgolette si scrivono due volte ("").';
  throw new PortalError('invalid', {
    fields: {
      file: ['Non abbiamo importato niente: il foglio non si legge.'],
      [`riga.${line}`]: [`Riga ${line}: ${what}`],
    },
  });
}

/** Characters: several times the length of a complete heading. An endless line is not searched once per separator. */
const MAX_HEADER = 10_000;

/** The separator that finds most of our columns in the first line that is not empty. */
function findSeparator(text: string): string {
  const start = text.trimStart().slice(0, MAX_HEADER);
  const counts = CSV_SEPARATORS.map((delimiter) => {
    const [firstLine = []] = Papa.parse<string[]>(start, { delimiter, newline: '\n', preview: 1 }).data;
    return firstLine.filter((c) => findColumn(c)).length;
  });
  return CSV_SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ';';
}
