/** Reads and writes the rows of any table in portions, so that memory does not grow with the store. */
import { createHash, hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { CatalogTable } from './catalog.server.ts';
import type { StoreDb } from './tables.ts';

export type StoreValue = string | number | null | Uint8Array;
export type StoreRow = Record<string, StoreValue>;

/** Rows of a portion: a piece of a file has up to 512 KB. */
const PORTION_ROWS = 500;
const PORTION_PIECES = 16;
/** Both engines take at most 32,766 values in a statement. */
const MAX_VALUES = 30_000;

const columnList = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/**
 * Rows in the order of their key, a portion at a time.
 * @param where only these rows
 */
export async function* readPortions(
  db: StoreDb,
  table: CatalogTable,
  where: RawBuilder<unknown> = sql`1 = 1`,
): AsyncGenerator<StoreRow[]> {
  const key = columnList(table.key);
  const limit = table.hasBytes ? PORTION_PIECES : PORTION_ROWS;
  let last: StoreRow | undefined;
  for (;;) {
    const from: StoreRow | undefined = last;
    const beyond = from ? sql`and (${key}) > (${sql.join(table.key.map((column) => from[column]))})` : sql``;
    const { rows } = await sql<StoreRow>`
      select ${columnList(table.columns)} from ${sql.table(table.name)}
      where (${where}) ${beyond} order by ${key} limit ${sql.lit(limit)}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

export async function countRows(db: StoreDb, name: string, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)} where ${where}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** @param keepExisting a row whose key is there stays as it is */
export async function writeRows(
  db: StoreDb,
  table: CatalogTable,
  rows: readonly StoreRow[],
  { keepExisting = false }: { keepExisting?: boolean } = {},
): Promise<void> {
  const most = Math.floor(MAX_VALUES / table.columns.length);
  for (let at = 0; at < rows.length; at += most) {
    const lines = rows
      .slice(at, at + most)
      .map((row) => sql`(${sql.join(table.columns.map((column) => row[column] ?? null))})`);
    const conflict = keepExisting ? sql`on conflict do nothing` : sql``;
    const into = sql`${sql.table(table.name)} (${columnList(table.columns)})`;
    await sql`insert into ${into} values ${sql.join(lines)} ${conflict}`.execute(db);
  }
}

/** Number of rows and a sum of their hashes, which does not depend on their order: two engines sort texts differently. */
export class RowSum {
  rows = 0;
  private readonly bytes = Buffer.alloc(32);
  private readonly columns: readonly string[];

  constructor(columns: readonly string[]) {
    this.columns = columns;
  }

  add(rows: readonly StoreRow[]): void {
    for (const row of rows) {
      const digest = hashRow(this.columns.map((column) => row[column] ?? null));
      for (let at = 0; at < 32; at++) this.bytes[at] = (this.bytes[at] as number) ^ (digest[at] as number);
    }
    this.rows += rows.length;
  }

  get hash(): string {
    return this.bytes.toString('hex');
  }
}

/** Each value with its kind and length, so that no two rows have the same text. */
function hashRow(values: readonly StoreValue[]): Buffer {
  if (!values.some((value) => value instanceof Uint8Array))
    return hash('sha256', values.map(textOf).join(''), 'buffer');
  const whole = createHash('sha256');
  for (const value of values) {
    if (!(value instanceof Uint8Array)) whole.update(textOf(value));
    else whole.update(`b${value.length}:`).update(value);
  }
  return whole.digest();
}

const textOf = (value: StoreValue): string =>
  value === null ? 'n;' : typeof value === 'number' ? `i${value};` : `s${(value as string).length}:${value};`;
