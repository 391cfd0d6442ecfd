/** Reads a sheet of devices: devices that the contract takes, or every fault by its line. */
import * as z from 'zod/mini';
import { decodeSheet } from '../../../platform/csv-read.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import {
  COLUMN_TITLES,
  COLUMN_VALUES,
  type ColumnName,
  columnNames,
  EXAMPLE_ROWS,
  findColumn,
  parseCell,
  REQUIRED_COLUMNS,
  writableColumns,
} from './csv.ts';
import { parseCells } from './foglio.server.ts';
import { automezzo, fixedMezzo } from './mezzo.checks.ts';
import { MAX_MEZZI, type MezzoData, TIPI } from './mezzo.ts';
import { TIPO_FIELD } from './mezzo-values.ts';

/** @property riga as a spreadsheet numbers it: the heading is the first */
type RowError = { row: number; column?: ColumnName; text: string };
type RowValues = Partial<Record<ColumnName, string>>;
type FoglioRow = { row: number; values: RowValues; hasExtra: boolean };

/** Faults that are listed: more cannot be read at once. */
const MAX_ERRORS = 50;

/**
 * @param bytes the file as it came
 * @returns the devices of all lines, at most {@link MAX_MEZZI}
 * @throws PortalError `invalid`: `file` says what is wrong with the sheet, `riga.12` with a line, `altri` how many faults more there are
 */
export function parseMezzi(bytes: Uint8Array): MezzoData[] {
  const { rows, missing } = parseTable(parseCells(decodeSheet(bytes)));
  if (rows.length === 0)
    throw refuseFoglio('Il foglio non ha mezzi: sotto l’intestazione scrivi una riga per ogni mezzo.');
  if (rows.length > MAX_MEZZI + EXAMPLE_ROWS.length) throw tooMany(rows.length);
  const needed = rows.flatMap(({ values }) =>
    values[TIPO_FIELD] === 'Automezzo' ? REQUIRED_COLUMNS.automezzi : REQUIRED_COLUMNS.others,
  );
  const absent = missing.filter((c) => needed.some((s) => s === c));
  if (absent.length > 0) throw refuseFoglio(...absent.map(missingText));
  const parsedRows = rows.map(checkRow);
  const errors = parsedRows.flatMap((l) => ('errors' in l ? l.errors : []));
  if (errors.length > 0) throw rowErrors(errors);
  const mezzi = parsedRows.flatMap((l) => ('mezzo' in l && !isExample(l.mezzo) ? [l.mezzo] : []));
  if (mezzi.length > MAX_MEZZI) throw tooMany(mezzi.length);
  if (mezzi.length === 0)
    throw refuseFoglio(
      'Il foglio ha solo le righe di esempio: scrivi i tuoi mezzi al loro posto e importalo di nuovo.',
    );
  return mezzi;
}

/** The lines with something in them, by column. @throws PortalError `invalid` with every fault of the heading */
function parseTable(foglio: readonly string[][]): { rows: FoglioRow[]; missing: ColumnName[] } {
  const first = foglio.findIndex(isWritten);
  const [header, ...rest] = foglio.slice(Math.max(0, first));
  if (first < 0 || !header) throw refuseFoglio('Il file è vuoto: scarica il modello e scrivi una riga per ogni mezzo.');
  const names = header.map((title) => findColumn(title));
  if (!names.some(Boolean))
    throw refuseFoglio(
      `La prima riga deve avere i nomi delle colonne: ${namesOf(writableColumns)}. Scarica il modello.`,
    );
  const unknown = header.filter((title, i) => title.trim() && !names[i]).slice(0, MAX_ERRORS);
  const errors = [
    ...unknown.map((c) => `La colonna «${shortenText(c)}» non esiste: le colonne sono ${namesOf(writableColumns)}.`),
    ...columnNames
      .filter((c) => names.indexOf(c) !== names.lastIndexOf(c))
      .map((c) => `La colonna «${COLUMN_TITLES[c]}» c’è due volte.`),
    ...REQUIRED_COLUMNS.always.filter((c) => !names.includes(c)).map(missingText),
  ];
  if (errors.length > 0) throw refuseFoglio(...errors);
  const rows = rest.flatMap((cells, i): FoglioRow[] => {
    if (!isWritten(cells)) return [];
    const values: RowValues = {};
    names.forEach((column, n) => {
      if (column) values[column] = parseCell(column, cells[n] ?? '');
    });
    const hasExtra = cells.some((c, n) => !names[n] && c.trim() !== '');
    return [{ row: first + i + 2, values, hasExtra }];
  });
  return { rows, missing: writableColumns.filter((c) => !names.includes(c)) };
}

const isWritten = (cells: readonly string[]): boolean => cells.some((c) => c.trim() !== '');
const namesOf = (columns: readonly ColumnName[]): string => columns.map((c) => COLUMN_TITLES[c]).join(', ');
const shortenText = (s: string): string => (s.length > 40 ? `${s.slice(0, 40)}…` : s);
const missingText = (c: ColumnName): string =>
  `Manca la colonna «${COLUMN_TITLES[c]}»${REQUIRED_COLUMNS.automezzi.some((a) => a === c) ? ', che serve per gli automezzi' : ''}: aggiungila, o parti dal modello.`;

function checkRow({ row, values, hasExtra }: FoglioRow): { mezzo: MezzoData } | { errors: RowError[] } {
  const { stato = '', stima: _, ...typed } = values;
  const errors: RowError[] = [];
  const addError = (text: string, column?: ColumnName) => errors.push({ row, text, ...(column && { column }) });
  if (hasExtra)
    addError(
      'ci sono più valori che colonne. Controlla i separatori, o metti tra virgolette il testo che ne contiene uno.',
    );
  if (/^(variazione|cessazione)\b/i.test(stato))
    addError('il mezzo è già della posizione: dal foglio si aggiungono solo mezzi nuovi. Togli la riga.', 'stato');
  const tipo = typed[TIPO_FIELD] ?? '';
  const isKnown = Object.hasOwn(TIPI, tipo);
  const schema = tipo === 'Automezzo' ? automezzo : fixedMezzo;
  const outcome = z.safeParse<z.ZodMiniType<MezzoData>>(schema, typed);
  for (const { path, message } of outcome.success ? [] : outcome.error.issues) {
    const column = path[0] as ColumnName;
    // Which other columns it needs depends on the type.
    if (!isKnown && !REQUIRED_COLUMNS.always.some((c) => c === column)) continue;
    const allowedTexts = Object.values(COLUMN_VALUES[column] ?? {});
    // The form's message speaks of its list of countries, which a sheet does not have.
    if (column === 'targa' && typed.targa) {
      addError(TARGA_ERROR, column);
      continue;
    }
    addError(
      allowedTexts.length > 0 ? `${message} Scrivi uno di questi valori: ${allowedTexts.join('; ')}.` : message,
      column,
    );
  }
  if (isKnown)
    for (const c of writableColumns.filter((c) => !(c in schema.shape) && isForeign(c, typed)))
      addError(FOREIGN_VALUE, c);
  errors.sort((a, b) => columnIndex(a) - columnIndex(b));
  return errors.length > 0 || !outcome.success ? { errors } : { mezzo: outcome.data };
}

const TARGA_ERROR =
  'Controlla la targa: quelle italiane sono come AB123CD, davanti a una straniera scrivi la sigla del paese, come CH:ZH123456.';
const FOREIGN_VALUE = 'questo tipo di mezzo non ha questo dato. Lascia vuota la casella, o controlla il tipo.';
/** A vehicle has no quantity: one piece is accepted, because people write it. */
const isForeign = (c: ColumnName, values: RowValues): boolean =>
  Boolean(values[c]) && !(c === 'quantita' && values.quantita === '1');
const columnIndex = ({ column }: RowError): number => (column ? columnNames.indexOf(column) : -1);

const comparableText = (mezzo: MezzoData): string => JSON.stringify(Object.entries(mezzo).sort());
let exampleTexts: Set<string> | undefined;
/** Recognised by their values: a spreadsheet may have written the cells in another way. */
function isExample(mezzo: MezzoData): boolean {
  exampleTexts ??= new Set(
    EXAMPLE_ROWS.flatMap((values) => {
      const typed = Object.entries(values).map(([c, v]) => [c, parseCell(c as ColumnName, v)]);
      const checked = checkRow({ row: 0, values: Object.fromEntries(typed), hasExtra: false });
      return 'mezzo' in checked ? [comparableText(checked.mezzo)] : [];
    }),
  );
  return exampleTexts.has(comparableText(mezzo));
}

const tooMany = (n: number) =>
  refuseFoglio(
    `Il foglio ha ${n} mezzi: in una dichiarazione ce ne stanno al massimo ${MAX_MEZZI}. Dividili in più dichiarazioni.`,
  );

const refuseFoglio = (...texts: string[]) => new PortalError('invalid', { fields: { file: texts } });

function rowErrors(errors: readonly RowError[]): PortalError {
  const countText = errors.length === 1 ? 'c’è un errore' : `ci sono ${errors.length} errori`;
  const fields: FieldErrors = { file: [`Non abbiamo importato niente: nel foglio ${countText}.`] };
  for (const { row, column, text } of errors.slice(0, MAX_ERRORS)) {
    const place = column ? `Riga ${row}, colonna ${COLUMN_TITLES[column]}` : `Riga ${row}`;
    const name = `riga.${row}`;
    fields[name] = [...(fields[name] ?? []), `${place}: ${text}`];
  }
  const others = errors.length - MAX_ERRORS;
  if (others > 0) fields.altri = [others === 1 ? 'E un altro errore.' : `E altri ${others} errori.`];
  return new PortalError('invalid', { fields });
}
