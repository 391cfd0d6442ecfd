/** The refused rows of a data file or of a table, as a CSV in its own columns. */

import * as z from 'zod/mini';
import { byLine } from '../../../data/data-json.server.ts';
import { type JsonFile, RowList } from '../../../data/json-file.ts';
import type { DataError } from '../../../data/row-check.ts';
import { csvBytes } from '../../../platform/csv.server.ts';
import { REJECT_COLUMNS, type TableOrigin, withWhere } from './tabella.server.ts';

/** Rows of the sheet: where more were refused, they have one reason, which these show. */
const MAX_REJECTS = 5000;

/** Kept nowhere in clear text, so that the sender finds the column empty. */
const SECRET_COLUMN = 'codice_controllo';

const OWN_COLUMNS = ['riga', 'sezione', 'motivo'] as const;

/** @returns UTF-8 with a byte order mark; undefined when nothing was refused */
export function rejectsSheet(errors: readonly DataError[], file: JsonFile): string | undefined {
  if (errors.length === 0) return undefined;
  const reasons = new Map<string, { riga: number; sezione: string; words: string[]; row: Record<string, unknown> }>();
  for (const { line, path, text } of byLine(errors, file)) {
    const [section = '', index] = path;
    const key = `${String(section)} ${String(index)}`;
    const known = reasons.get(key);
    if (known) known.words.push(text);
    else if (reasons.size < MAX_REJECTS)
      reasons.set(key, { riga: line, sezione: String(section), words: [text], row: rowAt(file, section, index) });
  }
  const rejected = [...reasons.values()];
  const columns = [...new Set(rejected.flatMap(({ row }) => Object.keys(row)))];
  const body = rejected.map(({ riga, sezione, words, row }) => [
    riga,
    sezione,
    words.join(' · '),
    ...columns.map((column) => (column === SECRET_COLUMN ? '' : cellOf(row[column]))),
  ]);
  return Buffer.from(csvBytes([[...OWN_COLUMNS, ...columns], ...body])).toString();
}

/** The same of a table: a row of it once, with all that is wrong with it. */
export function tableRejects(
  errors: readonly DataError[],
  file: Pick<JsonFile, 'line'>,
  { headings, secret, cellsAt, textOf, whereOf }: TableOrigin,
): string | undefined {
  if (errors.length === 0) return undefined;
  const reasons = new Map<number, Set<string>>();
  for (const error of byLine(errors, file)) {
    const words = reasons.get(error.line) ?? new Set();
    if (reasons.size < MAX_REJECTS) reasons.set(error.line, words);
    words.add(withWhere(whereOf(error.path), textOf(error)));
  }
  const body = [...reasons].map(([line, words]) => [
    line,
    [...words].join(' · '),
    ...cellsAt(line).map((cell, n) => (n === secret ? '' : cell)),
  ]);
  return Buffer.from(csvBytes([[...REJECT_COLUMNS, ...headings], ...body])).toString();
}

function rowAt({ value }: JsonFile, section: PropertyKey, index: PropertyKey | undefined): Record<string, unknown> {
  const { data } = z.safeParse(fileSections, value);
  const rows = data?.[String(section)];
  const [row] = rows instanceof RowList && typeof index === 'number' ? rows.slice(index, index + 1) : [];
  return z.safeParse(rowFields, row).data ?? {};
}

const fileSections = z.record(z.string(), z.unknown());
const rowFields = z.record(z.string(), z.unknown());

const cellOf = (value: unknown): string | number =>
  typeof value === 'string' || typeof value === 'number' ? value : value === undefined ? '' : JSON.stringify(value);
