/** Queries of the numbers of paper stamps that requests have used up. */
import type { StoreDb, StoreTables } from '../../../store/tables.ts';

/** @returns false when the number is taken. It waits for another transaction that is about to take it. */
export async function takeNumeroBollo(db: StoreDb, bollo: StoreTables['bolli']): Promise<boolean> {
  const row = await db
    .insertInto('bolli')
    .values(bollo)
    .onConflict((c) => c.column('numero').doNothing())
    .returning('numero')
    .executeTakeFirst();
  return row !== undefined;
}
