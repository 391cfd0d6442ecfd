/** The file is not JSON, or has a field twice; the message is for the person who wrote the file. */
export class JsonError extends Error {
  readonly line: number;
  readonly column: number;
  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/**
 * @property valore the parsed text; a list directly under the top is an {@link RowList}
 * @property riga line (from 1) of the value at a path; the line of its parent when the value itself is missing
 */
export type JsonFile = { value: unknown; line(path: readonly PropertyKey[]): number };

/** A place in the text: where reading begins, and on which line. */
type TextPlace = { at: number; line: number; lineStart: number };

const BLANKS_PATTERN = /[ \t\r\n]*/y;
const TOKEN_PATTERN =
  /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;
const MAX_DEPTH = 40;

/** Rows that are built only on demand: a file of hundreds of thousands of rows takes little more memory than its text. */
export class RowList {
  readonly #text: string;
  /** Four numbers a row: start, end, line, and the start of that line. */
  readonly #places: number[];

  constructor(text: string, places: number[]) {
    this.#text = text;
    this.#places = places;
  }
  get length(): number {
    return this.#places.length / 4;
  }
  slice(start: number, end: number): unknown[] {
    const rows: unknown[] = [];
    for (let n = start; n < Math.min(end, this.length); n++)
      rows.push(JSON.parse(this.#text.slice(this.#places[n * 4], this.#places[n * 4 + 1])));
    return rows;
  }
  place(n: number): TextPlace | undefined {
    const [at, , line, lineStart] = this.#places.slice(n * 4, n * 4 + 4);
    return at === undefined || line === undefined || lineStart === undefined ? undefined : { at, line, lineStart };
  }
}

/**
 * Parses JSON text with the line of each value, because JSON.parse does not tell lines, or always where it failed.
 * A name given twice in one object is refused, because one of the two values would be lost silently.
 * Only the places of sections and rows are kept; a row is parsed again when its lines are asked for.
 * @throws JsonError with line and column
 */
export function parseJson(text: string): JsonFile {
  const sections = new Map<PropertyKey, { line: number; rows: RowList; value: unknown }>();
  let places: number[] = [];
  walkJson(text, { at: 0, line: 1, lineStart: 0 }, (path, { at, line, lineStart }, end) => {
    const [name] = path;
    if (path.length === 2) places.push(at, end, line, lineStart);
    if (path.length !== 1 || name === undefined) return;
    const rows = new RowList(text, places);
    sections.set(name, { line, rows, value: text[at] === '[' ? rows : JSON.parse(text.slice(at, end)) });
    places = [];
  });

  let lastRead: { rowId: string; rows: Map<string, number> } | undefined;
  const linesInside = (rowId: string, place: TextPlace): Map<string, number> => {
    if (lastRead?.rowId === rowId) return lastRead.rows;
    const rows = new Map<string, number>();
    walkJson(text, place, (path, { line }) => rows.set(JSON.stringify(path), line));
    lastRead = { rowId, rows };
    return rows;
  };
  return {
    value: text.trimStart().startsWith('{')
      ? Object.fromEntries([...sections].map(([name, { value }]) => [name, value]))
      : JSON.parse(text),
    line: ([name = '', index, ...rest]) => {
      const section = sections.get(name);
      const place = typeof index === 'number' ? section?.rows.place(index) : undefined;
      if (!place) return section?.line ?? 1;
      const rows = linesInside(`${String(name)} ${String(index)}`, place);
      for (let n = rest.length; n > 0; n--) {
        const found = rows.get(JSON.stringify(rest.slice(0, n)));
        if (found) return found;
      }
      return place.line;
    },
  };
}

/** Called with every value after it was read. The path is one array that changes, so a callback that keeps it must copy it. */
type OnValue = (path: readonly PropertyKey[], start: TextPlace, end: number) => void;

/**
 * Reads the value that begins at a place, to its end; a value at the top must be the whole text.
 * @throws JsonError with line and column
 */
function walkJson(text: string, from: TextPlace, onValue: OnValue): void {
  const path: PropertyKey[] = [];
  let { at, line, lineStart } = from;
  let start = at;
  let token = '';
  let newline = text.indexOf('\n', at);

  const fail = (why: string): never => {
    throw new JsonError(why, line, start - lineStart + 1);
  };
  /** Moves to the next token; '' at the end of the text. */
  const next = (): string => {
    BLANKS_PATTERN.lastIndex = at;
    BLANKS_PATTERN.exec(text);
    start = BLANKS_PATTERN.lastIndex;
    while (newline !== -1 && newline < start) {
      line++;
      lineStart = newline + 1;
      newline = text.indexOf('\n', lineStart);
    }
    TOKEN_PATTERN.lastIndex = start;
    token = TOKEN_PATTERN.exec(text)?.[0] ?? '';
    if (!token && start < text.length) {
      fail(
        text[start] === '"'
          ? 'questo testo non è scritto bene: controlla le virgolette di chiusura, gli a capo e le barre rovesciate.'
          : `«${text[start]}» qui non può stare.`,
      );
    }
    at = start + token.length;
    return token;
  };
  const expected = (what: string): never =>
    fail(token ? `qui serve ${what}, non «${token.slice(0, 40)}».` : `il file finisce qui, ma manca ${what}.`);

  /** Reads the value that begins at the current token. */
  const value = (): void => {
    if (path.length > MAX_DEPTH) fail('troppi livelli uno dentro l’altro.');
    const place = { at: start, line, lineStart };
    if (token === '{') members();
    else if (token === '[') elements();
    else if (!token || '}],:'.includes(token)) expected('un valore');
    onValue(path, place, at);
  };
  const within = (key: PropertyKey): void => {
    path.push(key);
    value();
    path.pop();
  };
  const members = (): void => {
    const seen = new Set<string>();
    if (next() === '}') return;
    for (;;) {
      if (!token.startsWith('"')) expected('il nome di un campo tra virgolette');
      const name: string = JSON.parse(token);
      if (seen.has(name)) fail(`il campo «${name}» è scritto due volte: tieni solo quello giusto.`);
      seen.add(name);
      if (next() !== ':') expected('il segno «:»');
      next();
      within(name);
      if (next() === '}') return;
      if (token !== ',') expected('una virgola o la parentesi «}»');
      next();
    }
  };
  const elements = (): void => {
    if (next() === ']') return;
    for (let n = 0; ; n++) {
      within(n);
      if (next() === ']') return;
      if (token !== ',') expected('una virgola o la parentesi «]»');
      next();
    }
  };

  next();
  value();
  if (from.at === 0 && next()) fail('il file doveva finire prima di qui.');
}
