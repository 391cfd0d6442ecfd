/** Queries of the persons at the counter for whom operators fill in forms, one at a time each. */
import type { PerConto, StoreDb } from '../../../store/tables.ts';

export const findPerConto = (db: StoreDb, utente: string): Promise<PerConto | undefined> =>
  db.selectFrom('per_conto').selectAll().where('utente', '=', utente).executeTakeFirst();

/** In the place of the one before. */
export async function writePerConto(db: StoreDb, row: PerConto): Promise<void> {
  const { utente: _utente, ...changes } = row;
  await db
    .insertInto('per_conto')
    .values(row)
    .onConflict((c) => c.column('utente').doUpdateSet(changes))
    .execute();
}

export async function removePerConto(db: StoreDb, utente: string): Promise<boolean> {
  const gone = await db.deleteFrom('per_conto').where('utente', '=', utente).returning('utente').executeTakeFirst();
  return gone !== undefined;
}
