/** Queries of the pictures of maps that are kept with cases. */
import type { StoreDb, StoreTables } from '../../../store/tables.ts';

/** A picture that is made again replaces the one before. */
export async function writeMappa(db: StoreDb, row: StoreTables['mappe']): Promise<void> {
  const { dati, attribuzione, fatta } = row;
  await db
    .insertInto('mappe')
    .values(row)
    .onConflict((c) => c.column('pratica').doUpdateSet({ dati, attribuzione, fatta }))
    .execute();
}

/** With its bytes. */
export const readMappa = (db: StoreDb, pratica: string): Promise<StoreTables['mappe'] | undefined> =>
  db.selectFrom('mappe').selectAll().where('pratica', '=', pratica).executeTakeFirst();

/** Whose tiles the picture of a case is made of; undefined when it has none. */
export async function findAttribuzione(db: StoreDb, pratica: string): Promise<string | undefined> {
  const row = await db.selectFrom('mappe').select('attribuzione').where('pratica', '=', pratica).executeTakeFirst();
  return row?.attribuzione;
}
