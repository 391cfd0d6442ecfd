/** The file is not JSON, or says the same thing twice; the message is for the person who wrote the file. */
export class JsonError extends Error {
  readonly riga: number;
  readonly colonna: number;
  constructor(message: string, riga: number, colonna: number) {
    super(message);
    this.riga = riga;
    this.colonna = colonna;
  }
}

/** @property riga line (from 1) of the value at a path; of what holds it when the value itself is missing */
export type JsonFile = { valore: unknown; riga(percorso: readonly PropertyKey[]): number };

const BLANKS = /[ \t\r\n]*/y;
const TOKEN =
  /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;
const MAX_DEPTH = 40;

/**
 * JSON text and the line of each value in it: JSON.parse tells neither where a value stood nor, always, where it failed.
 * A name given twice in one object is refused, because one of the two values would be lost without a word.
 * @throws JsonError with line and column
 */
export function leggiJson(testo: string): JsonFile {
  const righe = new Map<string, number>();
  let at = 0;
  let start = 0;
  let riga = 1;
  let lineStart = 0;
  let token = '';

  const fail = (why: string): never => {
    throw new JsonError(why, riga, start - lineStart + 1);
  };
  /** Moves to the next token; '' at the end of the text. */
  const next = (): string => {
    BLANKS.lastIndex = at;
    BLANKS.exec(testo);
    start = BLANKS.lastIndex;
    for (let nl = testo.indexOf('\n', at); nl !== -1 && nl < start; nl = testo.indexOf('\n', nl + 1)) {
      riga++;
      lineStart = nl + 1;
    }
    TOKEN.lastIndex = start;
    token = TOKEN.exec(testo)?.[0] ?? '';
    if (!token && start < testo.length) {
      fail(
        testo[start] === '"'
          ? 'questo testo non è scritto bene: controlla le virgolette di chiusura, gli a capo e le barre rovesciate.'
          : `«${testo[start]}» qui non può stare.`,
      );
    }
    at = start + token.length;
    return token;
  };
  const expected = (what: string): never =>
    fail(token ? `qui serve ${what}, non «${token.slice(0, 40)}».` : `il file finisce qui, ma manca ${what}.`);

  /** Reads the value that begins at the current token. */
  const value = (path: readonly PropertyKey[]): void => {
    if (path.length > MAX_DEPTH) fail('troppi livelli uno dentro l’altro.');
    righe.set(JSON.stringify(path), riga);
    if (token === '{') members(path);
    else if (token === '[') elements(path);
    else if (!token || '}],:'.includes(token)) expected('un valore');
  };
  const members = (path: readonly PropertyKey[]): void => {
    const seen = new Set<string>();
    if (next() === '}') return;
    for (;;) {
      if (!token.startsWith('"')) expected('il nome di un campo tra virgolette');
      const name: string = JSON.parse(token);
      if (seen.has(name)) fail(`il campo «${name}» è scritto due volte: tieni solo quello giusto.`);
      seen.add(name);
      if (next() !== ':') expected('il segno «:»');
      next();
      value([...path, name]);
      if (next() === '}') return;
      if (token !== ',') expected('una virgola o la parentesi «}»');
      next();
    }
  };
  const elements = (path: readonly PropertyKey[]): void => {
    if (next() === ']') return;
    for (let n = 0; ; n++) {
      value([...path, n]);
      if (next() === ']') return;
      if (token !== ',') expected('una virgola o la parentesi «]»');
      next();
    }
  };

  next();
  value([]);
  if (next()) fail('il file doveva finire prima di qui.');
  return {
    valore: JSON.parse(testo),
    riga: (percorso) => {
      for (let n = percorso.length; n > 0; n--) {
        const found = righe.get(JSON.stringify(percorso.slice(0, n)));
        if (found) return found;
      }
      return 1;
    },
  };
}
