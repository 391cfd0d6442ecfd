/** Reads the store as it is at one moment, while others go on writing. */
import { sql } from 'kysely';
import type { PortalStore } from './open.server.ts';
import type { StoreDb } from './tables.ts';

/** All queries of the work see the same rows, and hold up no writer. */
export function inSnapshot<T>(
  { db, dialect }: Pick<PortalStore, 'db' | 'dialect'>,
  work: (db: StoreDb) => Promise<T>,
): Promise<T> {
  if (dialect === 'postgres')
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
  return db.connection().execute(async (connection) => {
    // Kysely's own transactions begin as writers.
    await sql`begin deferred`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}
