import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Portal } from '../portal.ts';

/** Changes the store behind the portal's back: what only time would do. */
export function changeStore(house: Portal, sql: string, ...values: SQLInputValue[]): void {
  withStore(house, (db) => db.prepare(sql).run(...values));
}

/** What the store holds, read or changed beside the portal. */
export function withStore<T>(house: Portal, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(house.dataDir, 'portale.sqlite'), { timeout: 5000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}
