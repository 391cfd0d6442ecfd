/** A lock for counting before writing, across all hosts. */
import { sql } from 'kysely';
import type { StoreDb, StoreDialect } from '../store/tables.ts';

/**
 * Waits until any other transaction that counts under this name has ended, so that the count is still true when the row is
 * written. SQLite has one transaction at a time anyway.
 * @throws Error outside a transaction, where the lock would be released at once
 */
export async function oneAtATime(tx: StoreDb, dialect: StoreDialect, name: string): Promise<void> {
  if (!tx.isTransaction) throw new Error('oneAtATime outside a transaction');
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
