/** The day of birth that a login told. */
import type { StoreDb } from '../../../store/tables.ts';

/** @returns `YYYY-MM-DD`; null when the login does not tell it */
export async function findBirthday(db: StoreDb, utente: string): Promise<string | null> {
  const row = await db.selectFrom('utenti').select('data_nascita').where('id', '=', utente).executeTakeFirst();
  return row?.data_nascita ?? null;
}
