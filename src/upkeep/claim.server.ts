/** A work that is done once a day, by one of several hosts. */
import type { StoreDb } from '../store/tables.ts';

/** @param work key of the row of `portale` that holds its last day @returns true for the host that first writes the day */
export async function claimDay(db: StoreDb, work: string, today: string): Promise<boolean> {
  const claimed = await db
    .insertInto('portale')
    .values({ chiave: work, valore: today })
    .onConflict((c) => c.column('chiave').doUpdateSet({ valore: today }).where('portale.valore', '<', today))
    .returning('chiave')
    .executeTakeFirst();
  return claimed !== undefined;
}
