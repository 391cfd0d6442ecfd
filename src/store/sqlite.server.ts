import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Kysely's small view of a SQLite driver over node:sqlite, with compiled statements kept. */
export function kyselySqlite(file: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare(sql) {
      const known = kept.get(sql);
      if (known) return known;
      // A transaction that begins by reading must not fail later because another process wrote meanwhile.
      const made = statement(file.prepare(sql === 'begin' ? 'begin immediate' : sql));
      // With the schema, the columns of what was compiled before may change.
      if (kept.size > 500 || /^(alter|create|drop) /i.test(sql)) kept.clear();
      kept.set(sql, made);
      return made;
    },
  };
}

function statement(prepared: StatementSync): SqliteStatement {
  const columns = prepared.columns().map(({ name }) => name);
  const row = rowOf(columns);
  prepared.setReturnArrays(true);
  const values = (parameters: readonly unknown[]) => parameters as never[];
  return {
    reader: columns.length > 0,
    all: (parameters) => (prepared.all(...values(parameters)) as unknown[]).map(row),
    run: (parameters) => prepared.run(...values(parameters)),
    *iterate(parameters) {
      for (const found of prepared.iterate(...values(parameters))) yield row(found);
    },
  };
}

/**
 * Names the values of a row. The objects node:sqlite makes itself are dictionaries, slow to fill and slow to read; a literal written
 * for the statement has a shape of its own (measured: the list of 30 cases costs an eighth less). Nothing but the names of columns
 * goes into the code.
 */
const rowOf = (columns: string[]): ((row: unknown) => object) =>
  new Function(
    'row',
    `return { ${columns.map((name, at) => `${JSON.stringify(name)}: row[${at}]`).join(', ')} };`,
  ) as never;
