/** Reads the rows of a sheet of an Excel workbook as text, in little more memory than the text takes. */
import { posix } from 'node:path';
import {
  CELL_FLAWS,
  type CellFlaw,
  columnOf,
  type DateSystem,
  dayOfSerial,
  hasLostDigits,
  type NumberStyle,
  numberStyleOf,
  numberText,
  unescapeText,
} from './cells.server.ts';
import { brokenWorkbook, type OpenedWorkbook, openWorkbook, readPart, WorkbookError } from './parts.server.ts';

/**
 * A sheet as it travels between processes.
 * @property chunks JSON in UTF-8: a list of rows, each a list of its number in the sheet, from 1, and its cells
 * @property flaws three numbers each: row, column from 0, place in {@link CELL_FLAWS}
 * @property bareNumbers columns in which a number stands as it is, without a style for its digits
 * @property others names of the other sheets that have data
 */
export type ReadSheet = {
  name: string;
  others: string[];
  chunks: Uint8Array[];
  flaws: number[];
  bareNumbers: number[];
};

/** Rows of a chunk. */
const CHUNK_ROWS = 2000;
/** Columns in which a value is looked at; a table has at most a hundred. */
const MOST_COLUMNS = 200;
const MOST_FLAWS = 1_000_000;

const TOO_MANY_FLAWS = 'Il foglio ha troppe celle unite o senza valore: dividile, salva e riprova.';
const TOO_WIDE = `Il foglio ha valori oltre la colonna ${MOST_COLUMNS}: togli le colonne che non servono.`;

/**
 * @param wanted name of the sheet; the first visible one that has data without it
 * @param maxRows of the sheet that have something in them, below the first
 * @throws WorkbookError
 */
export async function readSheet(
  bytes: Uint8Array,
  { wanted, maxRows }: { wanted: string | undefined; maxRows: number },
): Promise<ReadSheet> {
  const book = await openWorkbook(bytes);
  const { sheets, system, sharedPath, stylesPath } = await readOutline(book);
  const named = sheets.filter(({ name, isHidden }) => (wanted === undefined ? !isHidden : name === wanted));
  if (wanted !== undefined && named.length === 0)
    throw new WorkbookError(
      `Nel file non c’è il foglio «${wanted}»: ci sono ${sheets.map(({ name }) => `«${name}»`).join(', ')}.`,
    );
  const shared = await readShared(book, sharedPath);
  const styles = await readStyles(book, stylesPath);
  for (const [n, { name, path }] of named.entries()) {
    const rows = await readRows(book, path, { shared, styles, system, maxRows });
    if (rows.chunks.length === 0) continue;
    const others: string[] = [];
    for (const other of wanted === undefined ? named.slice(n + 1) : [])
      if (await hasData(book, other.path)) others.push(other.name);
    return { name, others, ...rows };
  }
  throw new WorkbookError('Il file Excel non ha dati in nessun foglio visibile.');
}

type WorkbookOutline = {
  sheets: { name: string; path: string; isHidden: boolean }[];
  system: DateSystem;
  sharedPath: string;
  stylesPath: string;
};

/** Paths of what a part refers to, by id; and of the first of a kind. */
async function readTargets(book: OpenedWorkbook, part: string) {
  const { dir, base } = posix.parse(part);
  const byId = new Map<string, string>();
  const byKind = new Map<string, string>();
  await readPart(book, posix.join(dir, '_rels', `${base}.rels`), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const path = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
      byId.set(Id, path);
      byKind.set(Type.slice(Type.lastIndexOf('/') + 1), path);
    },
  });
  return { byId, byKind };
}

async function readOutline(book: OpenedWorkbook): Promise<WorkbookOutline> {
  const root = (await readTargets(book, '')).byKind.get('officeDocument');
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let system: DateSystem = 1900;
  const isThere =
    root !== undefined &&
    (await readPart(book, root, {
      open(name, attributes) {
        if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) system = 1904;
        if (name !== 'sheet') return;
        const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
        const isHidden = /hidden$/i.test(attributes.state ?? '');
        sheets.push({ name: attributes.name ?? '', id, isHidden });
      },
    }));
  if (!isThere)
    throw new WorkbookError(
      'Questo è un file di Office, ma non una cartella di Excel (.xlsx): scegli il foglio di calcolo.',
    );
  const { byId, byKind } = await readTargets(book, root);
  return {
    sheets: sheets.map(({ name, id, isHidden }) => ({ name, path: byId.get(id) ?? '', isHidden })),
    system,
    sharedPath: byKind.get('sharedStrings') ?? '',
    stylesPath: byKind.get('styles') ?? '',
  };
}

/** Texts that cells refer to by their place. What is written above a text to tell its sound is not part of it. */
async function readShared(book: OpenedWorkbook, path: string): Promise<string[]> {
  const shared: string[] = [];
  const item = textCollector('t');
  await readPart(book, path, {
    open(name) {
      if (name === 'si') item.clear();
      item.open(name);
    },
    text: item.text,
    close(name) {
      item.close(name);
      if (name === 'si') shared.push(unescapeText(item.read()));
    },
  });
  return shared;
}

/** Joins the texts within elements of some names. */
function textCollector(...names: string[]) {
  let joined = '';
  let isInside = false;
  let sounds = 0;
  return {
    clear: () => {
      joined = '';
    },
    open: (name: string) => {
      if (name === 'rPh') sounds += 1;
      isInside = sounds === 0 && names.includes(name);
    },
    text: (text: string) => {
      if (isInside) joined += text;
    },
    close: (name: string) => {
      if (name === 'rPh') sounds -= 1;
      isInside = false;
    },
    read: () => joined,
  };
}

async function readStyles(book: OpenedWorkbook, path: string): Promise<(NumberStyle | undefined)[]> {
  const codes = new Map<number, string>();
  const styles: (NumberStyle | undefined)[] = [];
  let isInCells = false;
  await readPart(book, path, {
    open(name, { numFmtId: id = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(Number(id), formatCode);
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) styles.push(numberStyleOf(Number(id), codes.get(Number(id))));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

async function hasData(book: OpenedWorkbook, path: string): Promise<boolean> {
  let isFound = false;
  await readPart(book, path, {
    open(name) {
      if (name === 'v' || name === 't') isFound = true;
    },
    isDone: () => isFound,
  });
  return isFound;
}

type CellWays = {
  shared: readonly string[];
  styles: readonly (NumberStyle | undefined)[];
  system: DateSystem;
  maxRows: number;
};
type SheetRows = Pick<ReadSheet, 'chunks' | 'flaws' | 'bareNumbers'>;
/** @property line of the sheet, from 1 @property column from 0 */
type CellPlace = { line: number; column: number };

async function readRows(book: OpenedWorkbook, path: string, ways: CellWays): Promise<SheetRows> {
  const rows = chunkedRows(ways.maxRows);
  const flaws = flawList();
  const bareNumbers = new Set<number>();
  let place: CellPlace = { line: 0, column: -1 };
  let cells: string[] = [];
  let cell: Readonly<Record<string, string>> = {};
  let isFormula = false;
  const value = textCollector('v', 't');

  const endCell = () => {
    const style = ways.styles[Number(cell.s ?? 0)];
    const { text, kind, isBare } = readCell({ type: cell.t, style, value: value.read(), isFormula }, ways);
    if (kind) flaws.add(place, kind);
    if (text === '') return;
    if (place.column >= MOST_COLUMNS) throw new WorkbookError(TOO_WIDE);
    if (isBare) bareNumbers.add(place.column);
    while (cells.length < place.column) cells.push('');
    cells[place.column] = text;
  };

  await readPart(book, path, {
    open(name, attributes) {
      if (name === 'row') {
        place = { line: lineNumber(attributes.r ?? place.line + 1), column: -1 };
        cells = [];
      } else if (name === 'c') {
        cell = attributes;
        place = { line: place.line, column: columnOf(attributes.r) ?? place.column + 1 };
        isFormula = false;
        value.clear();
      } else if (name === 'f') isFormula = true;
      else if (name === 'mergeCell')
        for (const joined of placesIn(attributes.ref, rows.lastLine())) flaws.add(joined, 'merged');
      value.open(name);
    },
    text: value.text,
    close(name) {
      value.close(name);
      if (name === 'c') endCell();
      if (name === 'row') rows.add(place.line, cells);
    },
  });
  return { chunks: rows.end(), flaws: flaws.all, bareNumbers: [...bareNumbers] };
}

/** Rows that have something in them, as the chunks in which they travel. */
function chunkedRows(maxRows: number) {
  const chunks: Uint8Array[] = [];
  let rows: (string | number)[][] = [];
  let count = 0;
  let lastLine = 0;
  const send = () => {
    if (rows.length > 0) chunks.push(Buffer.from(JSON.stringify(rows)));
    rows = [];
  };
  return {
    add(line: number, cells: readonly string[]): void {
      if (!cells.some((text) => text.trim() !== '')) return;
      count += 1;
      if (count > maxRows + 1) throw new WorkbookError(`Il foglio ha più di ${inItalian(maxRows)} righe: dividilo.`);
      lastLine = line;
      rows.push([line, ...cells]);
      if (rows.length >= CHUNK_ROWS) send();
    },
    lastLine: () => lastLine,
    end(): Uint8Array[] {
      send();
      return chunks;
    },
  };
}

const inItalian = (n: number): string => n.toLocaleString('it-IT', { useGrouping: true });

function flawList() {
  const all: number[] = [];
  return {
    all,
    add({ line, column }: CellPlace, kind: CellFlaw): void {
      if (all.length >= MOST_FLAWS * 3) throw new WorkbookError(TOO_MANY_FLAWS);
      all.push(line, column, CELL_FLAWS.indexOf(kind));
    },
  };
}

/** Of a row, from 1, as far as Excel numbers them. */
const LAST_LINE = 1_048_576;

function lineNumber(text: string | number): number {
  const line = Number(text);
  if (!(line >= 1 && line <= LAST_LINE)) throw brokenWorkbook();
  return line;
}

type RawCell = { type: string | undefined; style: NumberStyle | undefined; value: string; isFormula: boolean };
type CellText = { text: string; kind?: CellFlaw | undefined; isBare?: boolean };

function readCell({ type = 'n', style, value, isFormula }: RawCell, { shared, system }: CellWays): CellText {
  if (value === '') return { text: '', kind: isFormula && type !== 'str' ? 'formula' : undefined };
  if (type === 's') {
    const text = shared[Number(value)];
    if (text === undefined) throw brokenWorkbook();
    return { text };
  }
  if (type === 'str' || type === 'inlineStr') return { text: unescapeText(value) };
  if (type === 'b') return { text: value === '1' ? 'VERO' : 'FALSO' };
  if (type === 'e') return { text: unescapeText(value), kind: 'error' };
  if (type === 'd') return { text: unescapeText(value).replace(/Z$/, '') };
  const number = Number(value);
  if (!Number.isFinite(number)) throw brokenWorkbook();
  const day = style?.kind === 'date' ? dayOfSerial(number, system) : undefined;
  if (day !== undefined) return { text: day };
  return {
    text: numberText(number, style),
    kind: hasLostDigits(number) ? 'digits' : undefined,
    isBare: style?.kind !== 'digits',
  };
}

/** The cells of a joined area (`A2:B4`) but the first, which has the value; down to the last row that has something in it. */
function* placesIn(area = '', lastLine: number): Iterable<CellPlace> {
  const [from = '', to = from] = area.split(':');
  const [left, right] = [columnOf(from) ?? 0, Math.min(columnOf(to) ?? 0, MOST_COLUMNS - 1)];
  const [top, bottom] = [lineOf(from), Math.min(lineOf(to), lastLine)];
  for (let line = top; line <= bottom; line++)
    for (let column = left; column <= right; column++) if (line !== top || column !== left) yield { line, column };
}

const lineOf = (reference: string): number => Number(/\d+$/.exec(reference)?.[0] ?? 0);
