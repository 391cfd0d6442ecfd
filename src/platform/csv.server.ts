/** Rows as a CSV file that Italian spreadsheets open. */
import Papa from 'papaparse';
import { FORMULA_START } from './atoms/formula.ts';

type CsvRows = readonly (readonly (string | number)[])[];

/** Semicolons, CRLF; an apostrophe before what would be a formula. */
const csvText = (rows: CsvRows): string =>
  `${Papa.unparse(rows as (string | number)[][], {
    delimiter: ';',
    newline: '\r\n',
    escapeFormulae: FORMULA_START,
  })}\r\n`;

/** UTF-8 with byte order mark. @param rows the head first */
export const csvBytes = (rows: CsvRows): Uint8Array => Buffer.from(`\uFEFF${csvText(rows)}`);

/** The same for a list that is read while it is sent. @param parts some rows each, the head in the first */
export async function* csvStream(parts: AsyncIterable<CsvRows>): AsyncGenerator<Uint8Array> {
  let mark = '\uFEFF';
  for await (const rows of parts) {
    yield Buffer.from(mark + csvText(rows));
    mark = '';
  }
}
