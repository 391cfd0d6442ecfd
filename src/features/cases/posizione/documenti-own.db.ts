/** The query of a citizen's list of documents; only this feature uses it. */
import type { StoreDb } from '../../../store/tables.ts';
import { linkHolds, type PosizioneHolder } from './link.ts';

/** Documents of all positions of a citizen, latest first. */
export const listOwnDocumenti = (db: StoreDb, filter: PosizioneHolder) =>
  db
    .selectFrom('rappresentanze as r')
    .innerJoin('posizioni as p', 'p.id', 'r.posizione')
    .innerJoin('documenti as d', 'd.posizione', 'p.id')
    .selectAll('d')
    .select(['p.codice_utente', 'r.id as idRappresentanza'])
    .where('r.codice_fiscale', '=', filter.codice_fiscale)
    .where(linkHolds('r', filter.today))
    .where('p.chiusa', 'is', null)
    .where('d.chiuso', 'is', null)
    .orderBy('d.data', 'desc')
    .orderBy('d.numero', 'desc')
    .limit(2000)
    .execute();
