/** Finds the reports of an ente in a rectangle of its land. */
import { type RawBuilder, sql } from 'kysely';
import type { GeoBox, GeoPoint } from '../../../platform/border.ts';
import type { StoreDb } from '../../../store/open.server.ts';
import type { Pratica } from '../../../store/tables.ts';

/** A place, and the rectangle around it. @property limit of the nearest */
export type NearbyPlace = { point: GeoPoint; box: GeoBox; limit: number };

/** Of the columns `lat` and `lon`, to sort by: so small a place is flat. */
export function squareOfDistance({ lat, lon }: GeoPoint): RawBuilder<number> {
  const narrow = Math.cos((lat * Math.PI) / 180) ** 2;
  return sql<number>`(lat - ${lat}) * (lat - ${lat}) + (lon - ${lon}) * (lon - ${lon}) * ${narrow}`;
}

/** @param of.dal only those that arrived since this instant @returns the nearest first */
export function listInBox(
  db: StoreDb,
  { point, box: { south, north, west, east }, limit }: NearbyPlace,
  of: { ente: string; codice: string; stati: readonly Pratica['stato'][]; dal: number },
) {
  return db
    .selectFrom('pratiche')
    .select(['ufficio', 'tipo', 'codice', 'anno', 'numero', 'oggetto', 'stato', 'inviata_il', 'lat', 'lon'])
    .where('ente', '=', of.ente)
    .where('lat', '>', south)
    .where('lat', '<', north)
    .where('lon', '>', west)
    .where('lon', '<', east)
    .where('codice', '=', of.codice)
    .where('stato', 'in', of.stati)
    .where('inviata_il', '>', of.dal)
    .orderBy(squareOfDistance(point))
    .limit(limit)
    .execute();
}
