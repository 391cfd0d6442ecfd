/**
 * How a PDF is spelt (ISO 32000-1 §7.2–7.3): names with their #xx escapes, strings, comments, nesting. Nothing is
 * resolved.
 */

const WHITE_SPACE = new Set([0, 9, 10, 12, 13, 32]);
/** 0 regular character, 1 white space, 2 delimiter. */
const CHAR_CLASS = new Uint8Array(256);
for (const code of WHITE_SPACE) CHAR_CLASS[code] = 1;
for (const byte of Buffer.from('()<>[]{}/%')) CHAR_CLASS[byte] = 2;

/** The names looked for are not longer; the rest of a longer one is read and dropped. */
const MAX_PDF_NAME = 24;
/** Deepest nesting: PDF readers give up long before. */
const MAX_DEPTH = 500;

/** How many names may still be read of one file. Each reader subtracts what it has read. */
export type ReadBudget = { names: number };

/** Thrown by every reader of names when {@link ReadBudget} is used up. */
export class TooManyNames extends Error {}

/**
 * What one object holds at any depth: the count of each name looked for and of all others, whether its own dictionary names a
 * file (`/F`), and where it ends (`Infinity`: nested too deep).
 */
export type PdfObject = { names: Map<string, number>; others: number; hasFile: boolean; end: number };

/** @returns the name whose slash is at `at`, escapes decoded, and the position after it @throws TooManyNames */
export function readPdfName(b: Buffer, at: number, budget: ReadBudget): { name: string; end: number } {
  budget.names -= 1;
  if (budget.names < 0) throw new TooManyNames();
  let name = '';
  let i = at + 1;
  while (i < b.length && CHAR_CLASS[b[i] ?? 0] === 0) {
    let byte = b[i] ?? 0;
    if (byte === 0x23) {
      const value = hexDigit(b[i + 1]) * 16 + hexDigit(b[i + 2]);
      if (value >= 0) {
        byte = value;
        i += 2;
      }
    }
    if (name.length < MAX_PDF_NAME) name += String.fromCharCode(byte);
    i += 1;
  }
  return { name, end: i };
}

/** Hexadecimal digit, or a value so low that the pair is negative. */
function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -999;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lowerCase = byte | 32;
  return lowerCase >= 97 && lowerCase <= 102 ? lowerCase - 87 : -999;
}

/**
 * @returns which of `wanted` are written anywhere in `b`, strings and comments included
 * @throws TooManyNames
 */
export function findNames(b: Buffer, wanted: ReadonlySet<string>, budget: ReadBudget): Set<string> {
  const found = new Set<string>();
  let i = b.indexOf(0x2f);
  while (i >= 0) {
    const { name, end } = readPdfName(b, i, budget);
    if (wanted.has(name)) found.add(name);
    i = b.indexOf(0x2f, end);
  }
  return found;
}

/**
 * Where a piece of text can be cut so that no name that matters is cut in two: at its last slash, unless what follows
 * is too long to be such a name, each of its letters written as `#xx`.
 */
export function findNameCut(b: Buffer): number {
  const lastSlash = b.lastIndexOf(0x2f);
  return lastSlash >= 0 && b.length - lastSlash <= 3 * MAX_PDF_NAME ? lastSlash : b.length;
}

/** @returns the position of the first byte from `at` on that is neither white space nor comment */
export function skipSpace(b: Buffer, at: number): number {
  let i = at;
  for (;;) {
    while (i < b.length && CHAR_CLASS[b[i] ?? 0] === 1) i += 1;
    if (b[i] !== 0x25) return i;
    i = findLineEnd(b, i);
  }
}

/** @returns the position after the end of the line (CR, LF or both) */
export function findLineEnd(b: Buffer, at: number): number {
  let i = at;
  while (i < b.length && b[i] !== 10 && b[i] !== 13) i += 1;
  return b[i] === 13 && b[i + 1] === 10 ? i + 2 : Math.min(i + 1, b.length);
}

/**
 * Reads one object (dictionary, array or single value) from `at`.
 *
 * @param limit most bytes to walk; an object that does not end within it ends there
 * @throws TooManyNames
 */
export function readPdfObject(
  b: Buffer,
  at: number,
  { limit, wanted, budget }: { limit: number; wanted: ReadonlySet<string>; budget: ReadBudget },
): PdfObject {
  const names = new Map<string, number>();
  let others = 0;
  let hasFile = false;
  const stop = Math.min(b.length, at + limit);
  let i = at;
  const openBrackets: number[] = [];
  while (i < stop) {
    i = skipSpace(b, i);
    const byte = b[i];
    const doubled = b[i + 1] === byte;
    if (byte === 0x2f) {
      const { name, end } = readPdfName(b, i, budget);
      if (wanted.has(name)) names.set(name, (names.get(name) ?? 0) + 1);
      else others += 1;
      hasFile ||= name === 'F' && openBrackets.length === 1;
      i = end;
    } else if (byte === 0x28) i = findStringEnd(b, i);
    else if (byte === 0x3c && !doubled) i = findHexEnd(b, i);
    else {
      trackNesting(openBrackets, byte, doubled);
      i = findTokenEnd(b, i, doubled);
    }
    if (openBrackets.length === 0) break;
    if (openBrackets.length > MAX_DEPTH) return { names, others, hasFile, end: Number.POSITIVE_INFINITY };
  }
  return { names, others, hasFile, end: Math.min(i, b.length) };
}

/** Brackets nest inside a string; a backslash takes the next byte with it (§7.3.4.2). */
function findStringEnd(b: Buffer, at: number): number {
  let depth = 0;
  for (let i = at; i < b.length; i += 1) {
    const byte = b[i];
    if (byte === 0x5c) i += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return b.length;
}

function findHexEnd(b: Buffer, at: number): number {
  const i = b.indexOf(0x3e, at);
  return i < 0 ? b.length : i + 1;
}

/** `[` and `<<` open; a closing sign that does not match the last opening one is ignored, as PDF readers do. */
function trackNesting(openBrackets: number[], byte: number | undefined, doubled: boolean): void {
  if (byte === 0x5b || (byte === 0x3c && doubled)) openBrackets.push(byte);
  else if (byte === 0x5d && openBrackets.at(-1) === 0x5b) openBrackets.pop();
  else if (byte === 0x3e && doubled && openBrackets.at(-1) === 0x3c) openBrackets.pop();
}

function findTokenEnd(b: Buffer, at: number, doubled: boolean): number {
  const byte = b[at] ?? 0;
  if (CHAR_CLASS[byte] === 2) return doubled && (byte === 0x3c || byte === 0x3e) ? at + 2 : at + 1;
  let i = at + 1;
  while (i < b.length && CHAR_CLASS[b[i] ?? 0] === 0) i += 1;
  return i;
}
