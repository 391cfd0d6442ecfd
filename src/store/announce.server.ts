/** How a transaction tells all hosts, once it is committed, that a case has changed. */
import { sql } from 'kysely';
import type { StoreDb } from './tables.ts';

/** Channel of PostgreSQL on which the ids of changed cases are told. */
export const CHANGES_CHANNEL = 'portale_pratiche';

/** Told of like a case, when an administrator changed something or the public side of a report did. */
export const PUBLIC_CHANGE = 'pubblico';

/** Tells nothing when the transaction is rolled back. @param pratica the citizen's id; nothing else of the case is told */
export async function announceChange(db: StoreDb, pratica: string): Promise<void> {
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${pratica})`.execute(db);
}
