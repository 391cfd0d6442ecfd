/** Writes sections of the import whose rows are rows of one table: compares each with the store, and writes the difference. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StoreTables, StoreTx } from '../store/tables.ts';
import {
  emptyOutcome,
  joinKey,
  makeEnteCheck,
  makeRepeatCheck,
  type OfEnte,
  type PlannedRows,
  type RowRefusal,
  readPosizioneIds,
  UNKNOWN_POSIZIONE,
  type WriteRows,
} from './row-batch.ts';
import type { IndexedRow } from './row-check.ts';

/** Sections that are tables of the same name. */
type RowTable =
  | 'uffici'
  | 'posizioni'
  | 'rappresentanze'
  | 'documenti'
  | 'avvisi'
  | 'dichiarazioni'
  | 'mezzi'
  | 'sportelli'
  | 'calendari'
  | 'offerte'
  | 'servizi_pagamento';

type ColumnValue = string | number | null;
type RowColumns = Readonly<Record<string, ColumnValue>>;
/** Refuses a row, or lets it pass. */
type RowCheck<T> = (value: T, index: number) => RowRefusal | undefined;

/** The rules of a section for rows of the file `T`; `New` are the columns that only a new row gets. */
export type RowRules<T, Name extends RowTable, New extends keyof StoreTables[Name] = never> = {
  table: Name;
} & RulesOf<T, StoreTables[Name], New>;

/**
 * What makes a section different from the others.
 * @property what a row is, for the message when the file names it twice
 * @property key the columns that identify a row
 * @property listed the column of the key whose values are asked for in one query, for each combination of the columns before it,
 * of which a file has few; the last by default
 * @property isOfPosizione a row may name a position by `codice_utente`: an unknown one is refused
 * @property makeChecks what else refuses a row: before it is looked for among the other rows of the file, and after
 * @property keep what stays as it is in the store, and the message for each field that the file has otherwise
 * @property guards expressions for columns that a receipt or a decision may have set since the row was read
 * @property isSame the file says nothing new, although a column is to be written
 * @property writeBeside writes what belongs to the rows in other tables. Returns the rows of which that changed anything
 */
type RulesOf<T, Row, New extends keyof Row = never> = {
  what: string;
  key: readonly (Exclude<keyof Row, New> & string)[];
  listed?: Exclude<keyof Row, New> & string;
  isOfPosizione?: true;
  makeChecks?(
    tx: StoreTx,
    rows: readonly IndexedRow<T>[],
  ): Promise<{ first?: RowCheck<T> | undefined; last?: RowCheck<T> | undefined }>;
  columnsOf(value: T, place: { posizione: string | null; index: number }): Omit<Row, New>;
  newColumns?(): Pick<Row, New>;
  keep?(old: Row, columns: Omit<Row, New>, value: T): { kept?: Partial<Omit<Row, New>>; conflicts?: RowRefusal[] };
  guards?: { [Column in Exclude<keyof Row, New>]?: RawBuilder<Row[Column]> };
  isSame?(value: T, old: Row): boolean;
  writeBeside?(tx: StoreTx, values: readonly T[]): Promise<ReadonlySet<T>>;
};

/** The rules of any section: its columns are those of one table. */
export type AnyRules<T> = { table: RowTable } & RulesOf<T, RowColumns>;

/** A row of the file, as far as all sections have it. */
export type OfPosizione = OfEnte & { codice_utente?: string | undefined };

/**
 * @param planned nothing is written: the rows are compared only
 * @returns what writes the rows of a section that passed its schema; it lasts for one file, of which it knows the keys
 */
export function makeRowWriter<T extends OfPosizione>(rules: AnyRules<T>, planned?: PlannedRows): WriteRows<T> {
  const { table, key, isOfPosizione, columnsOf, keep, isSame } = rules;
  const keyOf = (row: RowColumns) => joinKey(...key.map((column) => String(row[column])));
  const repeat = makeRepeatCheck(table, key.at(-1) ?? '', rules.what);
  return async (tx, rows) => {
    const outcome = emptyOutcome();
    const checkEnte = await makeEnteCheck(tx, rows, planned);
    const posizioneOf = isOfPosizione ? await readPosizioneIds(tx, rows, planned) : () => null;
    const { first, last } = (await rules.makeChecks?.(tx, rows)) ?? {};
    const refuse = (index: number, [field, text]: RowRefusal) =>
      outcome.errors.push({ path: [table, index, field], text });
    const accepted = rows.flatMap(({ index, value }) => {
      const posizione = posizioneOf(value);
      const columns = columnsOf(value, { posizione: posizione ?? null, index });
      const refusal =
        checkEnte(value) ??
        (posizione === undefined ? UNKNOWN_POSIZIONE : undefined) ??
        first?.(value, index) ??
        repeat(keyOf(columns), index) ??
        last?.(value, index);
      if (refusal) refuse(index, refusal);
      return refusal ? [] : [{ index, value, columns }];
    });
    const before = await readStored(
      tx,
      rules,
      accepted.map(({ columns }) => columns),
    );
    const stored = new Map(before.map((row) => [keyOf(row), row]));
    const compared = accepted.map(({ index, value, columns }) => {
      const old = stored.get(keyOf(columns));
      const { kept = {}, conflicts = [] } = (old && keep?.(old, columns, value)) ?? {};
      if (conflicts.length > 0) outcome.conflicts++;
      for (const conflict of conflicts) refuse(index, conflict);
      const fresh: RowColumns = Object.assign({}, columns, kept);
      return { value, old, fresh, isWritten: !old || !hasSameFields(fresh, old) };
    });
    const changed = compared.flatMap(({ fresh, isWritten }) => (isWritten ? [fresh] : []));
    const values = accepted.map(({ value }) => value);
    if (planned && table === 'posizioni')
      for (const { ente, codice_utente = '' } of values) planned.posizioni.add(joinKey(ente, codice_utente));
    if (planned && table === 'sportelli')
      for (const { fresh } of compared) planned.sportelli.add(joinKey(String(fresh.ente), String(fresh.codice)));
    if (!planned && changed.length > 0) await writeStored(tx, rules, changed);
    const moved = planned ? undefined : await rules.writeBeside?.(tx, values);
    for (const { value, old, isWritten } of compared) {
      const isChanged = (isWritten && !(old && isSame?.(value, old))) || moved?.has(value);
      outcome[!old ? 'created' : isChanged ? 'updated' : 'unchanged']++;
    }
    return outcome;
  };
}

/** A column of a row that has come from files only; once a receipt or a decision has set it, it stays. */
export const importedColumn = <Name extends 'documenti' | 'avvisi' | 'dichiarazioni' | 'mezzi'>(
  table: Name,
  column: keyof StoreTables[Name] & string,
) =>
  sql<string>`case when ${sql.ref(`${table}.stato_da`)} = 'import' then ${sql.ref(`excluded.${column}`)}
    else ${sql.ref(`${table}.${column}`)} end`;

/** True when every field of a has its value in b. */
export const hasSameFields = (a: RowColumns, b: RowColumns): boolean =>
  Object.keys(a).every((column) => a[column] === b[column]);

/** The tables have text and numbers, whichever they are. */
const anyTable = (tx: StoreTx) => tx as unknown as Kysely<Record<RowTable, RowColumns>>;

/** @returns the rows of the store with the keys of these, and maybe others */
async function readStored(
  tx: StoreTx,
  { table, key, listed = key.at(-1) ?? '' }: Pick<AnyRules<never>, 'table' | 'key' | 'listed'>,
  rows: readonly RowColumns[],
): Promise<RowColumns[]> {
  const found: RowColumns[] = [];
  const single = key.slice(0, key.indexOf(listed));
  for (const group of Map.groupBy(rows, (row) => joinKey(...single.map((column) => String(row[column])))).values()) {
    const values = [...new Set(group.map((row) => row[listed] ?? null))];
    let query = anyTable(tx).selectFrom(table).selectAll().where(listed, 'in', values);
    for (const column of single) query = query.where(column, '=', group[0]?.[column] ?? null);
    found.push(...(await query.execute()));
  }
  return found;
}

/** One statement for what is new and what has changed. */
async function writeStored(
  tx: StoreTx,
  {
    table,
    key,
    guards = {},
    newColumns = () => ({}),
  }: Pick<AnyRules<never>, 'table' | 'key' | 'guards' | 'newColumns'>,
  rows: readonly RowColumns[],
): Promise<void> {
  const replaced = Object.keys(rows[0] ?? {}).filter((column) => !key.includes(column));
  await anyTable(tx)
    .insertInto(table)
    .values(rows.map((row) => ({ ...newColumns(), ...row })))
    .onConflict((c) =>
      c
        .columns(key)
        .doUpdateSet((e) =>
          Object.fromEntries(replaced.map((column) => [column, guards[column] ?? e.ref(`excluded.${column}`)])),
        ),
    )
    .execute();
}
