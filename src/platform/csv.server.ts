/** Rows as a CSV file that Italian spreadsheets open. */
import Papa from 'papaparse';
import { FORMULA_START } from './atoms/formula.ts';

/** Semicolons, UTF-8 with byte order mark, CRLF; an apostrophe before what would be a formula. @param rows the head first */
export function csvBytes(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const text = Papa.unparse(rows as (string | number)[][], {
    ...{ delimiter: ';', newline: '\r\n', escapeFormulae: FORMULA_START },
  });
  return Buffer.from(`\uFEFF${text}\r\n`);
}
