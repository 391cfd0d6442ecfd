/** Finds the public reports of an ente around a point. */
import { sql } from 'kysely';
import { type NearbyPlace, squareOfDistance } from '../../../platform/near.server.ts';
import type { StoreDb } from '../../../store/open.server.ts';
import type { StatoPubblico } from '../../../store/tables.ts';

/** Of those that everybody may see, as the partial index has them. @param of.dal first day @returns the nearest first */
export function listPublicInBox(
  db: StoreDb,
  { point, box: { south, north, west, east }, limit }: NearbyPlace,
  of: { ente: string; codice: string; stati: readonly StatoPubblico[]; dal: string },
) {
  return db
    .selectFrom('segnalazioni_pubbliche')
    .select(['id', 'titolo', 'descrizione', 'giorno', 'lat', 'lon'])
    .where('ente', '=', of.ente)
    .where(sql<boolean>`visibile = 1 and lat is not null`)
    .where('lat', '>', south)
    .where('lat', '<', north)
    .where('lon', '>', west)
    .where('lon', '<', east)
    .where('codice', '=', of.codice)
    .where('stato', 'in', of.stati)
    .where('giorno', '>=', of.dal)
    .where('rilasciata', 'is not', null)
    .orderBy(squareOfDistance(point))
    .limit(limit)
    .execute();
}

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
