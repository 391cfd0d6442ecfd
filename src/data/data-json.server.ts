/** Reads a data file that came as bytes, and says in words what is wrong with it, or with its rows. */
import { ImportError } from './import.server.ts';
import { JsonError, type JsonFile, parseJson } from './json-file.ts';
import type { DataError } from './row-check.ts';

/** What is wrong with a table, which the program that opens it does not tell. */
const NOT_JSON =
  'non è un file JSON: sembra una tabella (CSV, Excel o simili). L’import legge un file JSON con le sezioni di docs/data.md.';

/**
 * @param name of the file, as the person who sent it knows it
 * @throws ImportError when the bytes are not UTF-8, or no JSON
 */
export function readDataJson(bytes: Uint8Array, name: string): JsonFile {
  if (Buffer.from(bytes.subarray(0, 2)).toString('latin1') === 'PK') throw new ImportError(`${name} ${NOT_JSON}`);
  const text = decodeUtf8(bytes, name);
  if (!/^\s*[[{]/.test(text) && text.trim() !== '') throw new ImportError(`${name} ${NOT_JSON}`);
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ImportError(`${name}, riga ${error.line}, colonna ${error.column}: ${error.message}`);
  }
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportError(`non riesco a leggere ${name}: non è in UTF-8: salvalo di nuovo con questa codifica.`);
  }
}

/** An error of a row. @property where its path in words: `documenti[3].scadenza` */
export type LineError = DataError & { line: number; where: string };

/** From the top of the file to its end. */
export const byLine = (errors: readonly DataError[], file: Pick<JsonFile, 'line'>): LineError[] =>
  errors
    .map(({ path, text }) => ({ path, line: file.line(path), where: inWords(path), text }))
    .sort((a, b) => a.line - b.line);

const inWords = (path: readonly PropertyKey[]): string =>
  path.map((p, n) => (typeof p === 'number' ? `[${p}]` : `${n ? '.' : ''}${String(p)}`)).join('');
