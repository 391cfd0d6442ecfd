/** A SQLite driver over node:sqlite with the small interface that Kysely needs. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { systemWell } from '../platform/monitoring/faults.server.ts';
import { storeAway } from './away.server.ts';

/** Compiled statements are kept: compiling takes longer than answering (20 to 45 µs). */
const MOST_KEPT = 500;

/** @param tell hears of each case that a transaction announced, once it is committed */
export function kyselySqlite(file: DatabaseSync, tell: (pratica: string) => void = () => undefined): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  const announced = new Set<string>();
  const tellAll = () => {
    const all = [...announced];
    announced.clear();
    for (const pratica of all) tell(pratica);
  };
  // PostgreSQL's own function, within the process.
  file.function('pg_notify', (_channel, pratica) => {
    announced.add(String(pratica));
    if (!file.isTransaction) tellAll();
    return null;
  });
  const ending = (statement: SqliteStatement, done: () => void): SqliteStatement => ({
    ...statement,
    run: (parameters) => {
      const result = statement.run(parameters);
      done();
      return result;
    },
  });
  const compile = (sql: string): SqliteStatement => {
    const statement = compileStatement(file, sql);
    if (sql === 'commit') return ending(statement, tellAll);
    return sql === 'rollback' ? ending(statement, () => announced.clear()) : statement;
  };
  return {
    close: () => file.close(),
    prepare(sql) {
      if (kept.size > MOST_KEPT) kept.clear();
      const statement = kept.get(sql) ?? compile(sql);
      kept.set(sql, statement);
      return statement;
    },
  };
}

function compileStatement(file: DatabaseSync, sql: string): SqliteStatement {
  // IMMEDIATE: a transaction that begins by reading must not fail later because another process wrote meanwhile.
  const statement = askStore(() => file.prepare(sql === 'begin' ? 'begin immediate' : sql));
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const writes = /^(insert|update|delete)\b/.test(sql);
  const run: SqliteStatement['run'] = (parameters) => {
    const result = askStore(() => statement.run(...values(parameters)));
    if (writes && result.changes > 0) systemWell('sqlite');
    return result;
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => {
      const rows = askStore(() => statement.all(...values(parameters)));
      if (writes && rows.length > 0) systemWell('sqlite');
      return rows;
    },
    // An error such as a full disk may already have ended the transaction: that error is reported, not the failed rollback.
    run: sql === 'rollback' ? (parameters) => (file.isTransaction ? run(parameters) : NOTHING_DONE) : run,
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 };

/**
 * States in which SQLite does no work for us now, but may soon: another process writes for longer than we wait (BUSY, LOCKED),
 * the disk fails or cannot be written (IOERR, READONLY, CANTOPEN), or is full (FULL). The lowest byte is the state, the others
 * its kind. https://www.sqlite.org/rescode.html
 */
const AWAY_CODES = new Set([5, 6, 8, 10, 13, 14]);

/** @throws PortalError `unavailable` when the store cannot be used now; else SQLite's error */
function askStore<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    const { errcode } = error as { errcode?: unknown };
    if (typeof errcode !== 'number' || !AWAY_CODES.has(errcode & 0xff)) throw error;
    throw storeAway(error, 'sqlite');
  }
}
