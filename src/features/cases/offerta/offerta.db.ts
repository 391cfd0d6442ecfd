/** Queries of offers, for this feature alone. */
import type { Db } from '../../../store/open.server.ts';

const una = (db: Db, di: { ente: string; codice: string }) =>
  db.selectFrom('offerte').select('dati_json').where('ente', '=', di.ente).where('codice', '=', di.codice).execute();

export async function trovaOfferta(
  db: Db,
  di: { ente: string; codice: string },
): Promise<{ dati_json: string } | undefined> {
  const [riga] = await una(db, di);
  return riga;
}

export const tutteLeOfferte = (db: Db, di: { codice: string }) =>
  db.selectFrom('offerte').select(['ente', 'dati_json']).where('codice', '=', di.codice).orderBy('ente').execute();
