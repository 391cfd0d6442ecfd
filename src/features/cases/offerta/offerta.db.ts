/** Queries of offers. */
import type { StoreDb } from '../../../store/tables.ts';

const selectOfferta = (db: StoreDb, filter: { ente: string; codice: string }) =>
  db
    .selectFrom('offerte')
    .select('dati_json')
    .where('ente', '=', filter.ente)
    .where('codice', '=', filter.codice)
    .execute();

export async function findOfferta(
  db: StoreDb,
  filter: { ente: string; codice: string },
): Promise<{ dati_json: string } | undefined> {
  const [row] = await selectOfferta(db, filter);
  return row;
}

export const listOfferte = (db: StoreDb, filter: { codice: string }) =>
  db.selectFrom('offerte').select(['ente', 'dati_json']).where('codice', '=', filter.codice).orderBy('ente').execute();

/** All that one ente offers. */
export const listOfferteOf = (db: StoreDb, ente: string) =>
  db.selectFrom('offerte').select(['codice', 'dati_json']).where('ente', '=', ente).orderBy('codice').execute();

export async function deleteOfferta(db: StoreDb, { ente, codice }: { ente: string; codice: string }): Promise<void> {
  await db.deleteFrom('offerte').where('ente', '=', ente).where('codice', '=', codice).execute();
}
