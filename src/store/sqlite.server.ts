import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { away } from './away.ts';

/** Kysely's small view of a SQLite driver over node:sqlite, with compiled statements kept. */
export function kyselySqlite(file: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare(sql) {
      const known = kept.get(sql);
      if (known) return known;
      // A transaction that begins by reading must not fail later because another process wrote meanwhile.
      const made = statement(asked(() => file.prepare(sql === 'begin' ? 'begin immediate' : sql)));
      // An error such as a full disk may have ended the transaction: that error is to be told, not that there is none left to undo.
      if (sql === 'rollback')
        made.run = (
          (run) => (values) =>
            file.isTransaction ? run(values) : NOTHING_DONE
        )(made.run);
      // With the schema, the columns of what was compiled before may change.
      if (kept.size > 500 || /^(alter|create|drop) /i.test(sql)) kept.clear();
      kept.set(sql, made);
      return made;
    },
  };
}

const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 };

function statement(prepared: StatementSync): SqliteStatement {
  const columns = prepared.columns().map(({ name }) => name);
  const row = rowOf(columns);
  prepared.setReturnArrays(true);
  const values = (parameters: readonly unknown[]) => parameters as never[];
  return {
    reader: columns.length > 0,
    all: (parameters) => asked(() => prepared.all(...values(parameters)) as unknown[]).map(row),
    run: (parameters) => asked(() => prepared.run(...values(parameters))),
    *iterate(parameters) {
      for (const found of prepared.iterate(...values(parameters))) yield row(found);
    },
  };
}

/**
 * In these states SQLite does nothing for us now, and may do it soon: another process writes for longer than we wait (BUSY, LOCKED),
 * the disk fails or cannot be written (IOERR, READONLY, CANTOPEN), or is full (FULL). The lowest byte is the state, the others its
 * kind. https://www.sqlite.org/rescode.html
 */
const AWAY = new Set([5, 6, 8, 10, 13, 14]);

/** @throws PortalError `unavailable` when the store cannot be asked now; else what SQLite throws */
function asked<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    const { errcode } = error as { errcode?: unknown };
    if (typeof errcode !== 'number' || !AWAY.has(errcode & 0xff)) throw error;
    throw away(error, 'SQLite');
  }
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
