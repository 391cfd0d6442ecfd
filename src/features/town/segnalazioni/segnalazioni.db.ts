/** Reads public reports: of the tables of the public side alone, which know no citizen. */
import { sql } from 'kysely';
import type { GeoBox } from '../../../platform/border.ts';
import type { SegnalazionePubblica, StatoPubblico, StoreDb } from '../../../store/tables.ts';

/** @property dal, al days on which it arrived, both included */
export type PublicFilter = {
  ente: string;
  tipo?: string | undefined;
  stato?: StatoPubblico | undefined;
  area?: string | undefined;
  dal?: string | undefined;
  al?: string | undefined;
};

/** As the partial indexes have it: a parameter would keep SQLite from them. */
export const isVisible = sql<boolean>`visibile = 1`;

/** Of those that everybody may see. */
export function filterPubbliche(db: StoreDb, { ente, tipo, stato, area, dal, al }: PublicFilter) {
  let query = db.selectFrom('segnalazioni_pubbliche').where('ente', '=', ente).where(isVisible);
  if (tipo) query = query.where('codice', '=', tipo);
  if (stato) query = query.where('stato', '=', stato);
  if (area) query = query.where('area', '=', area);
  if (dal) query = query.where('giorno', '>=', dal);
  if (al) query = query.where('giorno', '<=', al);
  return query;
}

/** The newest first. */
export function listPubbliche(
  db: StoreDb,
  filter: PublicFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<SegnalazionePubblica[]> {
  return filterPubbliche(db, filter)
    .selectAll()
    .orderBy('giorno', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** @param max where counting stops: more than this is `max + 1` */
export async function countPubbliche(db: StoreDb, filter: PublicFilter, max: number): Promise<number> {
  const { n } = await db
    .selectFrom(
      filterPubbliche(db, filter)
        .select('giorno')
        .limit(max + 1)
        .as('found'),
    )
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

const POINT_COLUMNS = ['id', 'lat', 'lon', 'codice', 'stato'] as const;

/** So many in a square are put in order; of more, the first of the whole list are soon in it. */
const MAX_SORTED = 20_000;

/**
 * Those whose place was released, in a square of the map.
 * @returns at most `max`; of more the newest
 */
export async function listPoints(
  db: StoreDb,
  filter: PublicFilter,
  box: GeoBox,
  max: number,
): Promise<{ points: Pick<SegnalazionePubblica, (typeof POINT_COLUMNS)[number]>[]; hasMore: boolean }> {
  const inBox = selectInBox(db, filter, box).where(sql<boolean>`lat is not null`);
  const points = await inBox
    .select(POINT_COLUMNS)
    .limit(max + 1)
    .execute();
  if (points.length <= max) return { points, hasMore: false };
  const { n } = await db
    .selectFrom(
      inBox
        .select('giorno')
        .limit(MAX_SORTED + 1)
        .as('found'),
    )
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  // In each an expression keeps the engine from the index of the other.
  const newest =
    Number(n) <= MAX_SORTED
      ? inBox.orderBy(sql`giorno || ''`, 'desc').orderBy('id', 'desc')
      : filterPubbliche(db, filter)
          .where(sql<boolean>`lat + 0 between ${box.south} and ${box.north}`)
          .where('lon', '>=', box.west)
          .where('lon', '<=', box.east)
          .orderBy('giorno', 'desc')
          .orderBy('id', 'desc');
  return { points: await newest.select(POINT_COLUMNS).limit(max).execute(), hasMore: true };
}

const selectInBox = (db: StoreDb, filter: PublicFilter, { south, north, west, east }: GeoBox) =>
  filterPubbliche(db, filter)
    .where('lat', '>=', south)
    .where('lat', '<=', north)
    .where('lon', '>=', west)
    .where('lon', '<=', east);

/** @param since a day, included */
export async function countClosed(db: StoreDb, ente: string, since: string): Promise<number> {
  const { n } = await db
    .selectFrom('segnalazioni_pubbliche')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('ente', '=', ente)
    .where(isVisible)
    .where('chiusa', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** @returns the report that goes on, for one that was found to be about the same problem */
export async function findVisible(db: StoreDb, id: string): Promise<SegnalazionePubblica | undefined> {
  const [row] = await db
    .selectFrom('segnalazioni_pubbliche')
    .selectAll()
    .where('id', 'in', (e) =>
      e
        .selectFrom('segnalazioni_pubbliche as asked')
        .select((a) => a.fn.coalesce('asked.doppione_di', 'asked.id').as('id'))
        .where('asked.id', '=', id),
    )
    .where(isVisible)
    .execute();
  return row;
}

export const listTappe = (db: StoreDb, segnalazione: string) =>
  db
    .selectFrom('tappe_pubbliche')
    .select(['giorno', 'stato'])
    .where('segnalazione', '=', segnalazione)
    .orderBy('n')
    .execute();

export type PhotoSize = { segnalazione: string; n: number; larghezza: number; altezza: number };

/** Without their bytes, in order. */
export async function listPhotos(db: StoreDb, segnalazioni: readonly string[]): Promise<PhotoSize[]> {
  if (segnalazioni.length === 0) return [];
  return db
    .selectFrom('foto_pubbliche')
    .select(['segnalazione', 'n', 'larghezza', 'altezza'])
    .where('segnalazione', 'in', segnalazioni)
    .orderBy('segnalazione')
    .orderBy('n')
    .execute();
}

/** Only of a report that everybody may see. */
export async function readPhoto(
  db: StoreDb,
  { id, n, isSmall }: { id: string; n: number; isSmall: boolean },
): Promise<{ id: string; bytes: Uint8Array } | undefined> {
  const row = await db
    .selectFrom('foto_pubbliche as f')
    .innerJoin('segnalazioni_pubbliche as s', 's.id', 'f.segnalazione')
    .select(['f.id', isSmall ? 'f.piccola as bytes' : 'f.dati as bytes'])
    .where('f.segnalazione', '=', id)
    .where('f.n', '=', n)
    .where('s.visibile', '=', 1)
    .where('s.rilasciata', 'is not', null)
    .executeTakeFirst();
  return row;
}
