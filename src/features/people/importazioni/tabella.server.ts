/** A table of the tax program (CSV, or a sheet of Excel) as a data file, whose errors are told by row and heading of the table. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { documentoSchema } from '../../../data/documento.ts';
import { ImportError } from '../../../data/import.server.ts';
import { type JsonFile, RowList } from '../../../data/json-file.ts';
import { posizioneSchema } from '../../../data/posizione.ts';
import { rappresentanzaSchema } from '../../../data/rappresentanza.ts';
import { checkRows, type DataError } from '../../../data/row-check.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { decodeSheet, parseSheet } from '../../../platform/csv-read.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { CellFlaw } from '../../../platform/xlsx/cells.server.ts';
import { isWorkbook, readXlsx } from '../../../platform/xlsx/xlsx.server.ts';
import { MAX_COLUMNS } from './tracciati.contract.ts';
import {
  type CampoTracciato,
  campoOf,
  fixedSistema,
  rowsOf,
  sectionsOf,
  type TableRow,
  type Tracciato,
} from './tracciato.ts';

/** A row as it stands in the sheet. @property line its number there, from 1 @property flaws cells whose value is not known, by column */
export type SheetRow = { line: number; cells: string[]; flaws?: ReadonlyMap<number, CellFlaw> | undefined };
/**
 * @property foglio of a workbook: the sheet that was read, and others with data that were not
 * @property bareNumbers columns with numbers: codes in them have lost the zeros before them
 */
export type Tabella = {
  headings: string[];
  rows: SheetRow[];
  foglio?: { name: string; others: readonly string[] };
  bareNumbers?: readonly number[];
};

/** Where the rows of a data file come from. @property secret column of the control code */
export type TableOrigin = {
  headings: readonly string[];
  secret: number | undefined;
  cellsAt(line: number): readonly string[];
  whereOf(path: readonly PropertyKey[]): string;
  textOf(error: DataError): string;
};

const MAX_ROWS = 300_000;
/** Of a workbook that comes by call or page: a small one may have many rows, which stand in the memory of the portal. */
export const SENT_ROWS = 100_000;
/** Read one after the other. */
const ROWS_IN_TURN = 1000;
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

/**
 * @param ente whose file it is @param foglio name of the sheet of a workbook; the first one with data without it
 * @param workbookRows most rows of a workbook
 * @throws ImportError when the bytes are no table, or one with too many rows or columns; PortalError `unavailable` when the machine is too busy
 */
export async function readTabella(
  bytes: Uint8Array,
  { ente, foglio, workbookRows = MAX_ROWS }: { ente: string; foglio?: string | undefined; workbookRows?: number },
): Promise<Tabella> {
  if (!isWorkbook(bytes)) {
    const rows = readCsv(bytes);
    return tabellaOf(rows, ownColumnsOf(rows));
  }
  const { rows, name, others, bareNumbers } = await inWords(
    readXlsx(bytes, { wanted: foglio, maxRows: workbookRows, who: { network: ente, caller: ente } }),
  );
  const skipped = ownColumnsOf(rows);
  const tabella = tabellaOf(rows, skipped);
  return { ...tabella, foglio: { name, others }, bareNumbers: bareNumbers.map((column) => column - skipped) };
}

function readCsv(bytes: Uint8Array): SheetRow[] {
  const parsed = parseSheet(decodeText(bytes), (rows) => rows.find(isFilled)?.length ?? 0);
  if ('fault' in parsed) throw new ImportError(`riga ${parsed.fault.line}: ${parsed.fault.text}`);
  return parsed.rows.map((cells, n) => ({ line: n + 1, cells })).filter(({ cells }) => isFilled(cells));
}

/** What was refused before is sent again with the columns that the portal had put in front. @returns how many */
const ownColumnsOf = ([head]: readonly SheetRow[]): number =>
  REJECT_COLUMNS.every((name, n) => head?.cells[n] === name) ? REJECT_COLUMNS.length : 0;

/** @param skipped columns in front, which are left out */
function tabellaOf([head, ...rows]: SheetRow[], skipped: number): Tabella {
  const headings = withoutEmptyEnd((head?.cells ?? []).slice(skipped).map((cell) => cell.trim()));
  if (headings.length > MAX_COLUMNS)
    throw new ImportError(`il file ha più di ${MAX_COLUMNS} colonne: togli quelle che non servono.`);
  if (rows.length > MAX_ROWS) throw new ImportError('il file ha più di 300.000 righe: dividilo.');
  if (rows.length === 0) throw new ImportError('il file ha solo le intestazioni, o nemmeno quelle: manca ogni riga.');
  return {
    headings,
    rows: rows.map(({ line, cells, flaws }) => ({
      line,
      cells: withoutEmptyEnd(cells.slice(skipped)),
      flaws: flaws && new Map([...flaws].map(([column, flaw]) => [column - skipped, flaw])),
    })),
  };
}

const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');

const withoutEmptyEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

/** The folder of the night puts aside what an ImportError refuses. */
function asImportError(error: unknown): unknown {
  const [words] = error instanceof PortalError && error.code === 'invalid' ? (error.fields?.file ?? []) : [];
  return words === undefined ? error : new ImportError(words);
}

async function inWords<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw asImportError(error);
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return decodeSheet(bytes);
  } catch (error) {
    throw asImportError(error);
  }
}

/** A row whose cells go on after the headings: a separator in a value has moved the others. */
const EXTRA_FIELD = 'colonne_in_piu';

const readRow = ({ cells, flaws }: SheetRow, headings: readonly string[], tracciato: Tracciato): TableRow[] =>
  rowsOf(cells, tracciato, new Set(flaws?.keys())).map(({ section, row }) => ({
    section,
    row: cells.length > headings.length ? { ...row, [EXTRA_FIELD]: '' } : row,
  }));

/** @returns the sections of the data file, and what tells its errors in the words of the table */
export async function dataOf(
  { headings, rows }: Tabella,
  tracciato: Tracciato,
): Promise<{ file: JsonFile; table: TableOrigin }> {
  const sections = new Map(sectionsOf(tracciato.campi).map(({ name }) => [name, makeSection()]));
  for (const [n, sheetRow] of rows.entries()) {
    for (const { section, row } of readRow(sheetRow, headings, tracciato))
      sections.get(section)?.add(sheetRow.line, row, { once: section !== 'documenti' });
    // Others have their turn.
    if (n % ROWS_IN_TURN === 0) await nextTurn();
  }
  const lists = [...sections].map(([name, { list }]) => [name, list()] as const);
  const sistema = fixedSistema(tracciato.campi);
  const replaces = tracciato.completo && sistema ? { sostituisci: [{ sistema }] } : {};
  const value = { ...replaces, ...Object.fromEntries(lists) };
  const byName = new Map<PropertyKey, RowList>(lists);
  const lineOf = ([name = '', index]: readonly PropertyKey[]): number =>
    (typeof index === 'number' ? byName.get(name)?.place(index)?.line : undefined) ?? 1;
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const flawsOf = (path: readonly PropertyKey[]) => byLine.get(lineOf(path))?.flaws;
  return {
    file: { value, line: lineOf },
    table: {
      ...tableWords(headings, tracciato, { lineOf, flawsOf }),
      headings,
      cellsAt: (line) => byLine.get(line)?.cells ?? [],
    },
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
const FLAW_WORDS: Readonly<Record<CellFlaw, string>> = {
  digits:
    'Excel ha tenuto solo 15 cifre di questo numero e ha perso le altre: scrivi la colonna come testo, con le cifre giuste.',
  error: 'La cella mostra un errore di Excel: correggi la formula o scrivi il valore.',
  formula: 'La formula non ha ancora un valore: apri il file in Excel, salvalo e riprova.',
  merged: 'La cella è unita con altre: dividile e scrivi il valore in ogni riga.',
};
const EXTRA_WORDS = 'La riga ha più valori che intestazioni: un valore che contiene il separatore va tra virgolette.';

/** @property flawsOf of the row that an error is in */
type RowPlaces = { lineOf: JsonFile['line']; flawsOf(path: readonly PropertyKey[]): SheetRow['flaws'] };

function tableWords(
  headings: readonly string[],
  { campi }: Pick<Tracciato, 'campi'>,
  { lineOf, flawsOf }: RowPlaces,
): Pick<TableOrigin, 'secret' | 'whereOf' | 'textOf'> {
  const columnOf = (campo: string) => campi.find((one) => one.campo === campo)?.colonna;
  return {
    secret: columnOf('codice_controllo'),
    whereOf: ([, , field = '']) => {
      const campo = field === EXTRA_FIELD ? '' : campoOf(String(field));
      return headings[columnOf(campo) ?? -1] || campo;
    },
    textOf: ({ path, text }) => {
      const flaw = flawsOf(path)?.get(columnOf(campoOf(String(path[2]))) ?? -1);
      if (flaw) return FLAW_WORDS[flaw];
      if (path[2] === EXTRA_FIELD) return EXTRA_WORDS;
      if (path[2] === 'importo_cent' && text.includes('centesimi')) return AMOUNT_WORDS;
      return text.replace(
        /(posizioni|rappresentanze|documenti)\[(\d+)\]/g,
        (_, name: string, index: string) => `riga ${lineOf([name, Number(index)])}`,
      );
    },
  };
}

/** Fields that are codes: zeros at their beginning count. */
const CODE_CAMPI: readonly CampoTracciato[] = ['codice_utente', 'codice_controllo', 'numero'];

/** What there is to say of a workbook as a whole: which sheet was read, and where codes may have lost their zeros. */
export function remarksOn(
  { headings, foglio, bareNumbers = [] }: Tabella,
  { campi }: Pick<Tracciato, 'campi'>,
): string[] {
  const others = foglio?.others ?? [];
  const numbers = campi.flatMap(({ campo, colonna }) =>
    colonna !== undefined && CODE_CAMPI.includes(campo) && bareNumbers.includes(colonna)
      ? [headings[colonna] || campo]
      : [],
  );
  const quoted = (names: readonly string[]) => names.map((name) => `«${name}»`).join(', ');
  return [
    ...(foglio && others.length > 0
      ? [`Letto solo il foglio «${foglio.name}»; hanno dati anche ${quoted(others)}.`]
      : []),
    ...(numbers.length > 0
      ? [
          `Nella colonna ${quoted(numbers)} ci sono numeri e non testi: se i codici cominciano con zero, Excel ha tolto gli zeri. Scrivi la colonna come testo e invia di nuovo il file.`,
        ]
      : []),
  ];
}

/** A row as it would be read. @property facts fields and their values @property faults why it would be refused */
export type PreviewRow = { line: number; facts: string[]; faults: string[] };

/** Without the store: that a position is there, or a system, is seen by a trial. */
export function previewOf(tabella: Tabella, tracciato: Tracciato, ente: string): PreviewRow[] {
  return tabella.rows.map((sheetRow) => {
    const { line, flaws } = sheetRow;
    const { textOf, whereOf } = tableWords(tabella.headings, tracciato, { lineOf: () => line, flawsOf: () => flaws });
    const read = readRow(sheetRow, tabella.headings, tracciato);
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

function shownValue(field: string, value: string | number | null): string {
  if (value === null) return '?';
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
