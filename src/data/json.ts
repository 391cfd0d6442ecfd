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

/**
 * @property valore what the text says; a list right under the top is an {@link Elenco}
 * @property riga line (from 1) of the value at a path; of what holds it when the value itself is missing
 */
export type JsonFile = { valore: unknown; riga(percorso: readonly PropertyKey[]): number };

/** A place in the text: where reading begins, and on which line that is. */
type Posto = { at: number; riga: number; lineStart: number };

const BLANKS = /[ \t\r\n]*/y;
const TOKEN =
  /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;
const MAX_DEPTH = 40;

/** Rows that are made only when they are asked for: a file of hundreds of thousands costs little more than its text. */
export class Elenco {
  readonly #testo: string;
  /** Four figures a row: where it begins, where it ends, its line, where that line begins. */
  readonly #posti: number[];

  constructor(testo: string, posti: number[]) {
    this.#testo = testo;
    this.#posti = posti;
  }
  get length(): number {
    return this.#posti.length / 4;
  }
  slice(da: number, a: number): unknown[] {
    const righe: unknown[] = [];
    for (let n = da; n < Math.min(a, this.length); n++)
      righe.push(JSON.parse(this.#testo.slice(this.#posti[n * 4], this.#posti[n * 4 + 1])));
    return righe;
  }
  posto(n: number): Posto | undefined {
    const [at, , riga, lineStart] = this.#posti.slice(n * 4, n * 4 + 4);
    return at === undefined || riga === undefined || lineStart === undefined ? undefined : { at, riga, lineStart };
  }
}

/**
 * JSON text and the line of each value in it: JSON.parse tells neither where a value stood nor, always, where it failed.
 * A name given twice in one object is refused, because one of the two values would be lost without a word.
 * Only the places of sections and rows are kept; what is inside a row is read again when somebody asks for its line.
 * @throws JsonError with line and column
 */
export function leggiJson(testo: string): JsonFile {
  const sezioni = new Map<PropertyKey, { riga: number; righe: Elenco; valore: unknown }>();
  let posti: number[] = [];
  scorri(testo, { at: 0, riga: 1, lineStart: 0 }, (percorso, { at, riga, lineStart }, fine) => {
    const [nome] = percorso;
    if (percorso.length === 2) posti.push(at, fine, riga, lineStart);
    if (percorso.length !== 1 || nome === undefined) return;
    const righe = new Elenco(testo, posti);
    sezioni.set(nome, { riga, righe, valore: testo[at] === '[' ? righe : JSON.parse(testo.slice(at, fine)) });
    posti = [];
  });

  let letta: { di: string; righe: Map<string, number> } | undefined;
  const dentro = (di: string, posto: Posto): Map<string, number> => {
    if (letta?.di === di) return letta.righe;
    const righe = new Map<string, number>();
    scorri(testo, posto, (percorso, { riga }) => righe.set(JSON.stringify(percorso), riga));
    letta = { di, righe };
    return righe;
  };
  return {
    valore: testo.trimStart().startsWith('{')
      ? Object.fromEntries([...sezioni].map(([nome, { valore }]) => [nome, valore]))
      : JSON.parse(testo),
    riga: ([nome = '', indice, ...resto]) => {
      const sezione = sezioni.get(nome);
      const posto = typeof indice === 'number' ? sezione?.righe.posto(indice) : undefined;
      if (!posto) return sezione?.riga ?? 1;
      const righe = dentro(`${String(nome)} ${String(indice)}`, posto);
      for (let n = resto.length; n > 0; n--) {
        const found = righe.get(JSON.stringify(resto.slice(0, n)));
        if (found) return found;
      }
      return posto.riga;
    },
  };
}

/** Told of every value when it has been read. The path is one array that changes: who keeps it copies it. */
type Nota = (percorso: readonly PropertyKey[], inizio: Posto, fine: number) => void;

/**
 * Reads the value that begins at a place, to its end; one that begins at the top must be the whole text.
 * @throws JsonError with line and column
 */
function scorri(testo: string, da: Posto, nota: Nota): void {
  const percorso: PropertyKey[] = [];
  let { at, riga, lineStart } = da;
  let start = at;
  let token = '';
  let newline = testo.indexOf('\n', at);

  const fail = (why: string): never => {
    throw new JsonError(why, riga, start - lineStart + 1);
  };
  /** Moves to the next token; '' at the end of the text. */
  const next = (): string => {
    BLANKS.lastIndex = at;
    BLANKS.exec(testo);
    start = BLANKS.lastIndex;
    while (newline !== -1 && newline < start) {
      riga++;
      lineStart = newline + 1;
      newline = testo.indexOf('\n', lineStart);
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
  const value = (): void => {
    if (percorso.length > MAX_DEPTH) fail('troppi livelli uno dentro l’altro.');
    const inizio = { at: start, riga, lineStart };
    if (token === '{') members();
    else if (token === '[') elements();
    else if (!token || '}],:'.includes(token)) expected('un valore');
    nota(percorso, inizio, at);
  };
  const within = (key: PropertyKey): void => {
    percorso.push(key);
    value();
    percorso.pop();
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
  if (da.at === 0 && next()) fail('il file doveva finire prima di qui.');
}
