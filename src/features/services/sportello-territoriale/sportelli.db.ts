/** Queries of the sportelli imported for each ente, and the data that an import gives of each. */
import type { StoreDb } from '../../../store/open.server.ts';

/** A desk as the import writes it: one row per service of a body. */
export type Sportello = {
  nome: string;
  descrizione: string;
  /** Path of a screen of this portal */
  percorso?: string;
  indirizzo: string;
  orari: string;
  telefono: string;
  email: string;
  prenotazione_url?: string;
  moduli: { nome: string; url: string }[];
};

/** Ids of the bodies that have at least one desk. */
export async function readEnteIds(db: StoreDb): Promise<Set<string>> {
  const rows = await db.selectFrom('sportelli').select('ente').distinct().execute();
  return new Set(rows.map((row) => row.ente));
}

/** The desks of a body, in the order of the import. */
export async function readSportelli(db: StoreDb, ente: string): Promise<(Sportello & { codice: string })[]> {
  const rows = await db
    .selectFrom('sportelli')
    .select(['codice', 'dati_json'])
    .where('ente', '=', ente)
    .orderBy('ordine')
    .orderBy('codice')
    .execute();
  return rows.map(({ codice, dati_json }) => ({ ...(JSON.parse(dati_json) as Sportello), codice }));
}
