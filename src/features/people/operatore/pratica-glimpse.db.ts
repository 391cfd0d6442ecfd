/** Reads what the operators' list shows beside its columns: names, and of a report where it is, and its first photo. */
import { fullName } from '../../../platform/atoms/nome.ts';
import type { Pratica, StoreDb } from '../../../store/tables.ts';
import { parsePraticaData, shownPraticaData } from '../../cases/pratica/pratica-data.ts';
import { luogoInWords } from '../../cases/pratica/pratica-summary.ts';

/** @property photo id of the file */
export type PraticaGlimpse = { luogo?: string | undefined; photo?: string | undefined };

/** Where each report is, in words: an address, else coordinates. @param uffici ids of the ente's side @returns by these ids */
export async function readPlaces(db: StoreDb, uffici: readonly string[]): Promise<Map<string, string>> {
  const reports = await readReports(db, uffici);
  return new Map(
    reports.flatMap((report) => {
      const luogo = placeOf(report);
      return luogo ? [[report.ufficio, luogo]] : [];
    }),
  );
}

const placeOf = (report: Pick<Pratica, 'dati_json'>) => luogoInWords(parsePraticaData(shownPraticaData, report));

async function readReports(db: StoreDb, uffici: readonly string[]) {
  if (uffici.length === 0) return [];
  return db
    .selectFrom('pratiche')
    .select(['id', 'ufficio', 'dati_json'])
    .where('ufficio', 'in', uffici)
    .where('tipo', '=', 'segnalazione')
    .execute();
}

/** Two queries for all cases of a page. @param uffici ids of the ente's side @returns by these ids; reports alone have a place */
export async function readGlimpses(db: StoreDb, uffici: readonly string[]): Promise<Map<string, PraticaGlimpse>> {
  const reports = await readReports(db, uffici);
  const photos = await readFirstPhotos(
    db,
    reports.map(({ id }) => id),
  );
  return new Map(reports.map((report) => [report.ufficio, { luogo: placeOf(report), photo: photos.get(report.id) }]));
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

/** @returns names of operators by their id */
export async function readNames(db: StoreDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('utenti').select(['id', 'nome', 'cognome']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, fullName(row)]));
}

/** @returns names of offices by their id */
export async function readUfficioNames(db: StoreDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('uffici').select(['id', 'nome']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, nome }) => [id, nome]));
}
