/**
 * How a PDF is spelt (ISO 32000-1 §7.2–7.3): names with their #xx escapes, strings, comments, nesting. Nothing is
 * resolved.
 */

const SPAZI = new Set([0, 9, 10, 12, 13, 32]);
/** 0 regular character, 1 white space, 2 delimiter. */
const CLASSE = new Uint8Array(256);
for (const c of SPAZI) CLASSE[c] = 1;
for (const c of Buffer.from('()<>[]{}/%')) CLASSE[c] = 2;

/** No name that matters is longer; the rest of a longer one is read and dropped. */
const MAX_NOME_PDF = 24;
/** Readers give up long before. */
const MAX_PROFONDITA = 500;

/** What may still be read of one file: names, wherever they are. Each reader takes off what it has read. */
export type Misura = { nomi: number };

/** Thrown by every reader of names when {@link Misura} is used up. */
export class TroppiNomi extends Error {}

/**
 * What one object holds at any depth: how often each of the names looked for, how many others, whether its own dictionary names a
 * file (`/F`), and where it ends (`Infinity`: nested too deep).
 */
export type Oggetto = { nomi: Map<string, number>; altri: number; conFile: boolean; fine: number };

/** @returns the name whose slash is at `at`, escapes decoded, and the position after it @throws TroppiNomi */
export function nomePdf(b: Buffer, at: number, misura: Misura): { nome: string; fine: number } {
  misura.nomi -= 1;
  if (misura.nomi < 0) throw new TroppiNomi();
  let nome = '';
  let i = at + 1;
  while (i < b.length && CLASSE[b[i] ?? 0] === 0) {
    let c = b[i] ?? 0;
    if (c === 0x23) {
      const valore = cifra(b[i + 1]) * 16 + cifra(b[i + 2]);
      if (valore >= 0) {
        c = valore;
        i += 2;
      }
    }
    if (nome.length < MAX_NOME_PDF) nome += String.fromCharCode(c);
    i += 1;
  }
  return { nome, fine: i };
}

/** Hexadecimal digit, or a value so low that the pair is negative. */
function cifra(c: number | undefined): number {
  if (c === undefined) return -999;
  if (c >= 48 && c <= 57) return c - 48;
  const minuscola = c | 32;
  return minuscola >= 97 && minuscola <= 102 ? minuscola - 87 : -999;
}

/**
 * @returns which of `cercati` are written anywhere in `b`, strings and comments included
 * @throws TroppiNomi
 */
export function nomiScritti(b: Buffer, cercati: ReadonlySet<string>, misura: Misura): Set<string> {
  const trovati = new Set<string>();
  let i = b.indexOf(0x2f);
  while (i >= 0) {
    const { nome, fine } = nomePdf(b, i, misura);
    if (cercati.has(nome)) trovati.add(nome);
    i = b.indexOf(0x2f, fine);
  }
  return trovati;
}

/**
 * Where a piece of text can be cut so that no name that matters is cut in two: at its last slash, unless what follows
 * is too long to be such a name, each of its letters written as `#xx`.
 */
export function taglioFraNomi(b: Buffer): number {
  const ultimo = b.lastIndexOf(0x2f);
  return ultimo >= 0 && b.length - ultimo <= 3 * MAX_NOME_PDF ? ultimo : b.length;
}

/** @returns the position of the first byte from `at` on that is neither white space nor comment */
export function dopoSpazi(b: Buffer, at: number): number {
  let i = at;
  for (;;) {
    while (i < b.length && CLASSE[b[i] ?? 0] === 1) i += 1;
    if (b[i] !== 0x25) return i;
    i = fineRiga(b, i);
  }
}

/** @returns the position after the end of the line (CR, LF or both) */
export function fineRiga(b: Buffer, at: number): number {
  let i = at;
  while (i < b.length && b[i] !== 10 && b[i] !== 13) i += 1;
  return b[i] === 13 && b[i + 1] === 10 ? i + 2 : Math.min(i + 1, b.length);
}

/**
 * Reads one object (dictionary, array or single value) from `at`.
 *
 * @param limite most bytes to walk; an object that does not end within it ends there
 * @throws TroppiNomi
 */
export function leggiOggetto(
  b: Buffer,
  at: number,
  { limite, cercati, misura }: { limite: number; cercati: ReadonlySet<string>; misura: Misura },
): Oggetto {
  const nomi = new Map<string, number>();
  let altri = 0;
  let conFile = false;
  const stop = Math.min(b.length, at + limite);
  let i = at;
  const aperti: number[] = [];
  while (i < stop) {
    i = dopoSpazi(b, i);
    const c = b[i];
    const doppio = b[i + 1] === c;
    if (c === 0x2f) {
      const { nome, fine } = nomePdf(b, i, misura);
      if (cercati.has(nome)) nomi.set(nome, (nomi.get(nome) ?? 0) + 1);
      else altri += 1;
      conFile ||= nome === 'F' && aperti.length === 1;
      i = fine;
    } else if (c === 0x28) i = fineStringa(b, i);
    else if (c === 0x3c && !doppio) i = fineEsadecimale(b, i);
    else {
      annida(aperti, c, doppio);
      i = fineParola(b, i, doppio);
    }
    if (aperti.length === 0) break;
    if (aperti.length > MAX_PROFONDITA) return { nomi, altri, conFile, fine: Number.POSITIVE_INFINITY };
  }
  return { nomi, altri, conFile, fine: Math.min(i, b.length) };
}

/** Brackets nest inside a string; a backslash takes the next byte with it (§7.3.4.2). */
function fineStringa(b: Buffer, at: number): number {
  let aperte = 0;
  for (let i = at; i < b.length; i += 1) {
    const c = b[i];
    if (c === 0x5c) i += 1;
    else if (c === 0x28) aperte += 1;
    else if (c === 0x29) {
      aperte -= 1;
      if (aperte === 0) return i + 1;
    }
  }
  return b.length;
}

function fineEsadecimale(b: Buffer, at: number): number {
  const i = b.indexOf(0x3e, at);
  return i < 0 ? b.length : i + 1;
}

/** `[` and `<<` open; a closing sign that does not match the last opening one means nothing, as readers have it. */
function annida(aperti: number[], c: number | undefined, doppio: boolean): void {
  if (c === 0x5b || (c === 0x3c && doppio)) aperti.push(c);
  else if (c === 0x5d && aperti.at(-1) === 0x5b) aperti.pop();
  else if (c === 0x3e && doppio && aperti.at(-1) === 0x3c) aperti.pop();
}

function fineParola(b: Buffer, at: number, doppio: boolean): number {
  const c = b[at] ?? 0;
  if (CLASSE[c] === 2) return doppio && (c === 0x3c || c === 0x3e) ? at + 2 : at + 1;
  let i = at + 1;
  while (i < b.length && CLASSE[b[i] ?? 0] === 0) i += 1;
  return i;
}
