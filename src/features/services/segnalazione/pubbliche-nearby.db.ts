/** Finds the public reports of an ente around a point. */
import { sql } from 'kysely';
import { type NearbyPlace, squareOfDistance } from '../../../platform/near.server.ts';
import type { StatoPubblico, StoreDb } from '../../../store/tables.ts';

/** @property dal first day */
type WantedReports = { ente: string; codice: string; stati: readonly StatoPubblico[]; dal: string };

/** Of those that everybody may see, as the partial index has them. @returns the nearest first */
export function listPublicInBox(
  db: StoreDb,
  { point, box: { south, north, west, east }, limit }: NearbyPlace,
  of: WantedReports,
) {
  return selectReleased(db, of)
    .where(sql<boolean>`visibile = 1 and lat is not null`)
    .where('lat', '>', south)
    .where('lat', '<', north)
    .where('lon', '>', west)
    .where('lon', '<', east)
    .orderBy(squareOfDistance(point))
    .limit(limit)
    .execute();
}

/** Of those that everybody may see, whose place begins with the name of a street. @returns the latest first */
export function listPublicInStreet(db: StoreDb, { via, limit }: { via: string; limit: number }, of: WantedReports) {
  const begins = `${via.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return selectReleased(db, of)
    .where(sql<boolean>`visibile = 1`)
    .where(sql<boolean>`lower(luogo) like ${begins} escape '\\'`)
    .orderBy('giorno', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

const selectReleased = (db: StoreDb, of: WantedReports) =>
  db
    .selectFrom('segnalazioni_pubbliche')
    .select(['id', 'titolo', 'descrizione', 'luogo', 'giorno', 'lat', 'lon'])
    .where('ente', '=', of.ente)
    .where('codice', '=', of.codice)
    .where('stato', 'in', of.stati)
    .where('giorno', '>=', of.dal)
    .where('rilasciata', 'is not', null);

/** The first photo of each. @returns by report */
export async function firstPhotos(db: StoreDb, segnalazioni: readonly string[]): Promise<Map<string, number>> {
  if (segnalazioni.length === 0) return new Map();
  const rows = await db
    .selectFrom('foto_pubbliche')
    .select((e) => ['segnalazione', e.fn.min('n').as('n')])
    .where('segnalazione', 'in', segnalazioni)
    .groupBy('segnalazione')
    .execute();
  return new Map(rows.map(({ segnalazione, n }) => [segnalazione, Number(n)]));
}
