/** A table of the tax program (CSV) as a data file, whose errors are told by row and heading of the table. */

import { documentoSchema } from '../../../data/documento.ts';
import { ImportError } from '../../../data/import.server.ts';
import { type JsonFile, RowList } from '../../../data/json-file.ts';
import { posizioneSchema } from '../../../data/posizione.ts';
import { rappresentanzaSchema } from '../../../data/rappresentanza.ts';
import { checkRows, type DataError } from '../../../data/row-check.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { decodeSheet, parseSheet } from '../../../platform/csv-read.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { MAX_COLUMNS } from './tracciati.contract.ts';
import { campoOf, fixedSistema, rowsOf, sectionsOf, type TableRow, type Tracciato } from './tracciato.ts';

/** A row as it stands in the sheet. @property line its number there, from 1 */
export type SheetRow = { line: number; cells: string[] };
export type Tabella = { headings: string[]; rows: SheetRow[] };

/** Where the rows of a data file come from. @property secret column of the control code */
export type TableOrigin = {
  headings: readonly string[];
  secret: number | undefined;
  cellsAt(line: number): readonly string[];
  whereOf(path: readonly PropertyKey[]): string;
  textOf(error: DataError): string;
};

const MAX_ROWS = 300_000;
/** Columns that the sheet of refused rows puts before the sender's own. */
export const REJECT_COLUMNS = ['riga', 'motivo'] as const;

/** Whether the bytes are no data file, which begins with a brace. An empty one is left to the reader of data files. */
export function isTabella(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1000))
    .toString('latin1')
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)|\0/g, '')
    .trimStart();
  return start !== '' && !/^[[{]/.test(start);
}

/** @throws ImportError when the bytes are no CSV, or one with too many rows or columns */
export function readTabella(bytes: Uint8Array): Tabella {
  const parsed = parseSheet(decodeText(bytes), (rows) => rows.find(isFilled)?.length ?? 0);
  if ('fault' in parsed) throw new ImportError(`riga ${parsed.fault.line}: ${parsed.fault.text}`);
  const [head, ...rows] = parsed.rows
    .map((cells, n) => ({ line: n + 1, cells }))
    .filter(({ cells }) => isFilled(cells));
  // What was refused before is sent again with the columns that the portal had put in front.
  const skipped = REJECT_COLUMNS.every((name, n) => head?.cells[n] === name) ? REJECT_COLUMNS.length : 0;
  const headings = withoutEmptyEnd((head?.cells ?? []).slice(skipped).map((cell) => cell.trim()));
  if (headings.length > MAX_COLUMNS)
    throw new ImportError(`il file ha più di ${MAX_COLUMNS} colonne: togli quelle che non servono.`);
  if (rows.length > MAX_ROWS) throw new ImportError('il file ha più di 300.000 righe: dividilo.');
  if (rows.length === 0) throw new ImportError('il file ha solo le intestazioni, o nemmeno quelle: manca ogni riga.');
  return { headings, rows: rows.map(({ line, cells }) => ({ line, cells: withoutEmptyEnd(cells.slice(skipped)) })) };
}

const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');

const withoutEmptyEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

/** The folder of the night puts aside what an ImportError refuses. */
function decodeText(bytes: Uint8Array): string {
  try {
    return decodeSheet(bytes);
  } catch (error) {
    const [words] = error instanceof PortalError ? (error.fields?.file ?? []) : [];
    throw words === undefined ? error : new ImportError(words);
  }
}

/** A row whose cells go on after the headings: a separator in a value has moved the others. */
const EXTRA_FIELD = 'colonne_in_piu';

const readRow = (cells: readonly string[], headings: readonly string[], tracciato: Tracciato): TableRow[] =>
  rowsOf(cells, tracciato).map(({ section, row }) => ({
    section,
    row: cells.length > headings.length ? { ...row, [EXTRA_FIELD]: '' } : row,
  }));

/** @returns the sections of the data file, and what tells its errors in the words of the table */
export function dataOf({ headings, rows }: Tabella, tracciato: Tracciato): { file: JsonFile; table: TableOrigin } {
  const sections = new Map(sectionsOf(tracciato.campi).map(({ name }) => [name, makeSection()]));
  for (const { line, cells } of rows)
    for (const { section, row } of readRow(cells, headings, tracciato))
      sections.get(section)?.add(line, row, { once: section !== 'documenti' });
  const lists = [...sections].map(([name, { list }]) => [name, list()] as const);
  const sistema = fixedSistema(tracciato.campi);
  const replaces = tracciato.completo && sistema ? { sostituisci: [{ sistema }] } : {};
  const value = { ...replaces, ...Object.fromEntries(lists) };
  const byName = new Map<PropertyKey, RowList>(lists);
  const lineOf = ([name = '', index]: readonly PropertyKey[]): number =>
    (typeof index === 'number' ? byName.get(name)?.place(index)?.line : undefined) ?? 1;
  const byLine = new Map(rows.map(({ line, cells }) => [line, cells]));
  return {
    file: { value, line: lineOf },
    table: { ...tableWords(headings, tracciato, lineOf), headings, cellsAt: (line) => byLine.get(line) ?? [] },
  };
}

/** Rows as the text that a data file has of them. Many rows of a table may name one position: it is taken once. */
function makeSection() {
  const texts: string[] = [];
  const places: number[] = [];
  const seen = new Set<string>();
  let at = 0;
  return {
    add(line: number, row: TableRow['row'], { once }: { once: boolean }): void {
      const text = JSON.stringify(row);
      if (once && seen.has(text)) return;
      if (once) seen.add(text);
      places.push(at, at + text.length, line, at);
      texts.push(text);
      at += text.length;
    },
    list: () => new RowList(texts.join(''), places),
  };
}

/** What is wrong, after the column where there is one. */
export const withWhere = (where: string, text: string): string => (where ? `${where}: ${text}` : text);

const AMOUNT_WORDS = 'L’importo non si legge: scrivilo in euro, ad esempio 1.234,56, senza il segno meno.';
const EXTRA_WORDS = 'La riga ha più valori che intestazioni: un valore che contiene il separatore va tra virgolette.';

function tableWords(
  headings: readonly string[],
  { campi }: Pick<Tracciato, 'campi'>,
  lineOf: JsonFile['line'],
): Pick<TableOrigin, 'secret' | 'whereOf' | 'textOf'> {
  const columnOf = (campo: string) => campi.find((one) => one.campo === campo)?.colonna;
  return {
    secret: columnOf('codice_controllo'),
    whereOf: ([, , field = '']) => {
      const campo = field === EXTRA_FIELD ? '' : campoOf(String(field));
      return headings[columnOf(campo) ?? -1] || campo;
    },
    textOf: ({ path, text }) => {
      if (path[2] === EXTRA_FIELD) return EXTRA_WORDS;
      if (path[2] === 'importo_cent' && text.includes('centesimi')) return AMOUNT_WORDS;
      return text.replace(
        /(posizioni|rappresentanze|documenti)\[(\d+)\]/g,
        (_, name: string, index: string) => `riga ${lineOf([name, Number(index)])}`,
      );
    },
  };
}

/** A row as it would be read. @property facts fields and their values @property faults why it would be refused */
export type PreviewRow = { line: number; facts: string[]; faults: string[] };

/** Without the store: that a position is there, or a system, is seen by a trial. */
export function previewOf(tabella: Tabella, tracciato: Tracciato, ente: string): PreviewRow[] {
  const { textOf, whereOf } = tableWords(tabella.headings, tracciato, () => 1);
  return tabella.rows.map(({ line, cells }) => {
    const read = readRow(cells, tabella.headings, tracciato);
    const errors = read.flatMap(({ section, row }) => faultsOfRow(section, { ...row, ente }));
    const facts = new Map(read.flatMap(({ row }) => Object.entries(row)));
    return {
      line,
      facts: [...facts]
        .filter(([field]) => field !== EXTRA_FIELD)
        .map(([field, value]) => `${whereOf(['', 0, field])}: ${shownValue(field, value)}`),
      faults: [...new Set(errors.map((error) => withWhere(whereOf(error.path), textOf(error))))],
    };
  });
}

function shownValue(field: string, value: string | number): string {
  if (field === 'codice_controllo') return 'c’è';
  return field === 'importo_cent' && typeof value === 'number' ? formatEuro(value) : String(value);
}

function faultsOfRow(section: TableRow['section'], row: object): DataError[] {
  const rows = [[0, row]] as const;
  if (section === 'posizioni') return checkRows(section, posizioneSchema(), rows).errors;
  return section === 'documenti'
    ? checkRows(section, documentoSchema(), rows).errors
    : checkRows(section, rappresentanzaSchema(), rows).errors;
}
