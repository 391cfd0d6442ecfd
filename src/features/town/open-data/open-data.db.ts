/** Reads public reports for programs: all of a municipality in parts, those that an Open311 client asks for, the last change. */
import { type InferResult, type SelectQueryBuilder, sql } from 'kysely';
import type { GeoBox, GeoPoint } from '../../../platform/border.ts';
import type { SegnalazionePubblica, StoreDb, StoreTables } from '../../../store/tables.ts';
import { filterPubbliche, isVisible, type PublicFilter } from '../segnalazioni/segnalazioni.db.ts';

type PublicQuery = SelectQueryBuilder<StoreTables, 'segnalazioni_pubbliche', object>;

const isReleased = sql<boolean>`rilasciata is not null`;

/** The newest first, in parts: each is found by the last row of the one before, so that none costs more than the first. */
export async function* readParts(
  db: StoreDb,
  filter: PublicFilter,
  size: number,
): AsyncGenerator<SegnalazionePubblica[]> {
  let last: SegnalazionePubblica | undefined;
  for (;;) {
    let query = filterPubbliche(db, filter);
    if (last) query = query.where(sql<boolean>`(giorno, id) < (${last.giorno}, ${last.id})`);
    const rows = await newestFirst(query).limit(size).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

const newestFirst = (query: PublicQuery) => query.selectAll().orderBy('giorno', 'desc').orderBy('id', 'desc');

/**
 * @property dal, al days, both included: all are read between them at most @property codes none: all types
 * @property isClosed undefined: open and closed ones
 */
export type RequestFilter = {
  ente: string;
  dal: string;
  al: string;
  codes: readonly string[];
  isClosed: boolean | undefined;
  box: GeoBox | undefined;
  circle: (GeoPoint & { metres: number }) | undefined;
};

/** The newest first. What was not released is open, and has no place. */
export function listRequests(
  db: StoreDb,
  { codes, isClosed, box, circle, ...filter }: RequestFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<SegnalazionePubblica[]> {
  const [only] = codes.length === 1 ? codes : [];
  let query = filterPubbliche(db, { ...filter, tipo: only, stato: isClosed ? 'conclusa' : undefined });
  // Expressions keep the engine from other indexes than that of the list, which is in order and ends with the period.
  if (codes.length > 1) query = query.where(sql<boolean>`codice || '' in (${sql.join(codes)})`);
  if (isClosed === false) query = query.where(sql<boolean>`(rilasciata is null or stato <> 'conclusa')`);
  if (isClosed || box || circle) query = query.where(isReleased);
  if (box)
    query = query.where(
      sql<boolean>`lat + 0 between ${box.south} and ${box.north} and lon + 0 between ${box.west} and ${box.east}`,
    );
  if (circle) query = query.where(isWithinCircle(circle));
  return newestFirst(query).limit(limit).offset(offset).execute();
}

const METRES_PER_DEGREE = 111_320;

/** Degrees of longitude are as long as at the middle of the circle: right to about one per cent within a municipality. */
function isWithinCircle({ lat, lon, metres }: GeoPoint & { metres: number }) {
  const radius = (metres / METRES_PER_DEGREE) ** 2;
  const narrow = Math.cos((lat * Math.PI) / 180) ** 2;
  return sql<boolean>`(lat - ${lat}) * (lat - ${lat}) + (lon - ${lon}) * (lon - ${lon}) * ${narrow} <= ${radius}`;
}

/** Those of these that the municipality shows, the newest first. */
export async function findRequests(
  db: StoreDb,
  { ente, ids }: { ente: string; ids: readonly string[] },
): Promise<SegnalazionePubblica[]> {
  if (ids.length === 0) return [];
  // Asked for the ente as well, SQLite might read all of its reports instead of these few.
  const rows = await newestFirst(
    db.selectFrom('segnalazioni_pubbliche').where('id', 'in', ids).where(isVisible),
  ).execute();
  return rows.filter((row) => row.ente === ente);
}

/** The reports of a program with the public side that they have, so that each can be read by the program that sent it. */
const ofProgramma = (db: StoreDb, programma: string) =>
  db
    .selectFrom('richieste_open311 as r')
    .innerJoin('pratiche as p', 'p.id', 'r.pratica')
    .leftJoin('segnalazioni_pubbliche as s', 's.id', 'p.pubblica')
    .where('r.programma', '=', programma);

const selectOwn = (db: StoreDb, programma: string) =>
  ofProgramma(db, programma).select([
    'r.id as richiesta',
    'p.codice',
    'p.stato',
    'p.descrizione',
    'p.dati_json',
    'p.lat',
    'p.lon',
    'p.inviata_il',
    'p.termine_il',
    'p.sospesa_dal',
    's.id as pubblica',
    's.rilasciata',
    's.risposta',
    (e) =>
      e
        .selectFrom('eventi as v')
        .select((v) => v.fn.max('v.quando').as('quando'))
        .whereRef('v.pratica', '=', 'p.id')
        .where('v.stato', 'is not', null)
        .as('cambiata'),
  ]);
export type OwnRequest = InferResult<ReturnType<typeof selectOwn>>[number];

/** Those of these that the program has sent, in any order. */
export const findOwnRequests = (
  db: StoreDb,
  { programma, ids }: { programma: string; ids: readonly string[] },
): Promise<OwnRequest[]> => selectOwn(db, programma).where('r.id', 'in', ids).execute();

/** @property dal, al instants, both included */
type OwnPeriod = { programma: string; dal: number; al: number };

/** The changes of state of a program's reports, the first one first. */
export const listOwnChanges = (db: StoreDb, { programma, dal, al }: OwnPeriod, limit: number) =>
  ofProgramma(db, programma)
    .where('r.cambiata', '>=', dal)
    .innerJoin('eventi as v', 'v.pratica', 'p.id')
    .select(['r.id as richiesta', 'v.n', 'v.stato', 'v.quando'])
    .where('v.n', '>', 1)
    .where('v.stato', 'is not', null)
    .where('v.quando', '>=', dal)
    .where('v.quando', '<=', al)
    .orderBy('v.quando')
    .limit(limit)
    .execute();

/** The case of a report that a program has sent. @param richiesta its id in Open311 */
export const findOwnCase = (
  db: StoreDb,
  { programma, richiesta }: { programma: string; richiesta: string },
): Promise<{ pratica: string } | undefined> =>
  db
    .selectFrom('richieste_open311')
    .select('pratica')
    .where('id', '=', richiesta)
    .where('programma', '=', programma)
    .executeTakeFirst();

/** What an office has answered to a program's reports for everybody to read, the first answer first. */
export const listOwnAnswers = (db: StoreDb, { programma, dal, al }: OwnPeriod, limit: number) =>
  ofProgramma(db, programma)
    .where('r.cambiata', '>=', dal)
    .select(['r.id as richiesta', 'p.stato', 's.risposta', 's.rilasciata as quando'])
    .where('s.risposta', 'is not', null)
    .where('s.rilasciata', '>=', dal)
    .where('s.rilasciata', '<=', al)
    .orderBy('s.rilasciata')
    .limit(limit)
    .execute();

/** When the newest arrived, and when one that is released was last changed; nothing is told of the others. */
export async function readLastChange(
  db: StoreDb,
  ente: string,
): Promise<{ arrived: string | undefined; changed: number | undefined }> {
  const [newest, changed] = await Promise.all([
    filterPubbliche(db, { ente }).select('giorno').orderBy('giorno', 'desc').limit(1).executeTakeFirst(),
    filterPubbliche(db, { ente })
      .where(isReleased)
      .select('aggiornata')
      .orderBy('aggiornata', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { arrived: newest?.giorno, changed: changed?.aggiornata };
}
