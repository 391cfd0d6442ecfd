/** Queries of the address at which a calendar reads what is due for a citizen. */
import type { StoreDb, Utente } from '../../../store/tables.ts';

/** @returns the id in the address; null for none */
export async function findCalendarioOf(db: StoreDb, utente: string): Promise<string | null> {
  const row = await db.selectFrom('utenti').select('calendario').where('id', '=', utente).executeTakeFirst();
  return row?.calendario ?? null;
}

export const findUtenteOfCalendario = (db: StoreDb, calendario: string): Promise<Utente | undefined> =>
  db.selectFrom('utenti').selectAll().where('calendario', '=', calendario).executeTakeFirst();

export async function changeCalendario(db: StoreDb, utente: string, calendario: string | null): Promise<void> {
  await db.updateTable('utenti').set({ calendario }).where('id', '=', utente).execute();
}
