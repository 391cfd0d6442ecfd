/** Reads what the operators' list shows of a report beside its columns: where it is, and its first photo. */
import type { StoreDb } from '../../../store/open.server.ts';
import { parsePraticaData, shownPraticaData } from '../../cases/pratica/pratica-data.ts';
import { luogoInWords } from '../../cases/pratica/pratica-summary.ts';

/** @property photo id of the file */
export type PraticaGlimpse = { luogo?: string | undefined; photo?: string | undefined };

/** Two queries for all cases of a page. @param uffici ids of the ente's side @returns by these ids; reports alone have a place */
export async function readGlimpses(db: StoreDb, uffici: readonly string[]): Promise<Map<string, PraticaGlimpse>> {
  if (uffici.length === 0) return new Map();
  const reports = await db
    .selectFrom('pratiche')
    .select(['id', 'ufficio', 'dati_json'])
    .where('ufficio', 'in', uffici)
    .where('tipo', '=', 'segnalazione')
    .execute();
  const photos = await readFirstPhotos(
    db,
    reports.map(({ id }) => id),
  );
  return new Map(
    reports.map(({ id, ufficio, dati_json }) => [
      ufficio,
      { luogo: luogoInWords(parsePraticaData(shownPraticaData, { dati_json })), photo: photos.get(id) },
    ]),
  );
}

/** Only what the case was sent with, and no operator has hidden. @param pratiche ids of the citizen's side */
async function readFirstPhotos(db: StoreDb, pratiche: readonly string[]): Promise<Map<string, string>> {
  if (pratiche.length === 0) return new Map();
  const rows = await db
    .selectFrom('allegati')
    .select(['id', 'pratica'])
    .where('pratica', 'in', pratiche)
    .where('evento', 'is', null)
    .where('miniatura', '=', 1)
    .where('nascosto', 'is', null)
    .orderBy('creato', 'desc')
    .orderBy('id', 'desc')
    .execute();
  // The first one is written last.
  return new Map(rows.map(({ id, pratica }) => [pratica as string, id]));
}
