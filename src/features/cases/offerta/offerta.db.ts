/** Queries of offers; only this feature uses them. */
import type { StoreDb } from '../../../store/open.server.ts';

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
