/** When the store was last backed up: `npm run data -- backup` notes it in the store, and the figures tell it. */
import type { StoreDb } from './tables.ts';

/** Row of the table `portale`, in ms since 1970. */
const BACKUP_KEY = 'ultima-copia';

export async function noteBackup(db: StoreDb, now = Date.now()): Promise<void> {
  const row = { chiave: BACKUP_KEY, valore: String(now) };
  await db
    .insertInto('portale')
    .values(row)
    .onConflict((c) => c.column('chiave').doUpdateSet(row))
    .execute();
}

/** @returns 0 for a store that was never backed up by the command */
export async function readLastBackup(db: StoreDb): Promise<number> {
  const row = await db.selectFrom('portale').select('valore').where('chiave', '=', BACKUP_KEY).executeTakeFirst();
  return Number(row?.valore ?? 0);
}
