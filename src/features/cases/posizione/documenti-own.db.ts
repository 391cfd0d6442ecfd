/** The queries of a citizen's documents and their acts; only this feature uses them. */
import type { StoreDb } from '../../../store/tables.ts';
import { linkHolds, type PosizioneHolder } from './link.ts';

/** Documents of all positions of a citizen, latest first; not of those that they have as a delegate. */
export const listOwnDocumenti = (db: StoreDb, filter: PosizioneHolder) =>
  selectDocumenti(db, filter)
    .where(linkHolds('r', filter.today, 'own'))
    .orderBy('d.data', 'desc')
    .orderBy('d.numero', 'desc')
    .limit(2000)
    .execute();

/** One document of a position that a citizen has, also as a delegate. */
export const listOwnDocumento = (db: StoreDb, filter: PosizioneHolder & { documento: string }) =>
  selectDocumenti(db, filter).where(linkHolds('r', filter.today)).where('d.id', '=', filter.documento).execute();

const selectDocumenti = (db: StoreDb, filter: PosizioneHolder) =>
  db
    .selectFrom('rappresentanze as r')
    .innerJoin('posizioni as p', 'p.id', 'r.posizione')
    .innerJoin('documenti as d', 'd.posizione', 'p.id')
    .selectAll('d')
    .select(['p.codice_utente', 'r.id as idRappresentanza'])
    .where('r.codice_fiscale', '=', filter.codice_fiscale)
    .where('p.chiusa', 'is', null)
    .where('d.chiuso', 'is', null);

/** Sizes of the acts of these documents, in bytes, by document. */
export async function listActSizes(db: StoreDb, documenti: readonly string[]): Promise<Map<string, number>> {
  const rows = documenti.length === 0 ? [] : await selectActSizes(db, { documenti });
  return new Map(rows.map(({ documento, dimensione }) => [documento ?? '', Number(dimensione)]));
}

const selectActSizes = (db: StoreDb, of: { documenti: readonly string[] }) =>
  db.selectFrom('allegati').select(['documento', 'dimensione']).where('documento', 'in', of.documenti).execute();

/** The act of a document of a position that the person has now. */
export const findOwnAct = (db: StoreDb, holder: PosizioneHolder, documento: string) =>
  db
    .selectFrom('allegati as a')
    .innerJoin('documenti as d', 'd.id', 'a.documento')
    .innerJoin('posizioni as p', 'p.id', 'd.posizione')
    .innerJoin('rappresentanze as r', 'r.posizione', 'p.id')
    .selectAll('a')
    .where('a.documento', '=', documento)
    .where('d.chiuso', 'is', null)
    .where('p.chiusa', 'is', null)
    .where('r.codice_fiscale', '=', holder.codice_fiscale)
    .where(linkHolds('r', holder.today))
    .executeTakeFirst();
