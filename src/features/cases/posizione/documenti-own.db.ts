/** The query of a citizen's list of documents; only this feature uses it. */
import type { StoreDb } from '../../../store/tables.ts';

/** Documents of all positions of a citizen, latest first. */
export const listOwnDocumenti = (db: StoreDb, filter: { codice_fiscale: string }) =>
  db
    .selectFrom('rappresentanze as r')
    .innerJoin('posizioni as p', 'p.id', 'r.posizione')
    .innerJoin('documenti as d', 'd.posizione', 'p.id')
    .selectAll('d')
    .select(['p.codice_utente', 'r.id as idRappresentanza'])
    .where('r.codice_fiscale', '=', filter.codice_fiscale)
    .where('r.tolta', 'is', null)
    .orderBy('d.data', 'desc')
    .orderBy('d.numero', 'desc')
    .limit(2000)
    .execute();
