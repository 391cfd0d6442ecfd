/** Finds rows with the columns `lat` and `lon` near a point, the nearest first. */
import { type RawBuilder, sql } from 'kysely';
import { boxAround, type GeoBox, type GeoPoint, metresBetween } from './border.ts';

/** A place, and the rectangle around it. @property limit how many of the nearest are wanted */
export type NearbyPlace = { point: GeoPoint; box: GeoBox; metres: number; limit: number };

export const placeAround = (point: GeoPoint, { metres, shown }: { metres: number; shown: number }): NearbyPlace => ({
  point,
  box: boxAround(point, metres),
  metres,
  limit: shown,
});

/** Of the columns `lat` and `lon`, to sort by: so small a place is flat. */
export function squareOfDistance({ lat, lon }: GeoPoint): RawBuilder<number> {
  const narrow = Math.cos((lat * Math.PI) / 180) ** 2;
  return sql<number>`(lat - ${lat}) * (lat - ${lat}) + (lon - ${lon}) * (lon - ${lon}) * ${narrow}`;
}

/** Those within the distance: the corners of the rectangle are farther away. @property metri whole metres */
export const withDistance = <T extends { lat: number | null; lon: number | null }>(
  { point, metres }: NearbyPlace,
  rows: readonly T[],
): { row: T; metri: number }[] =>
  rows
    .map((row) => ({ row, distance: metresBetween(point, { lat: row.lat ?? 0, lon: row.lon ?? 0 }) }))
    .filter(({ distance }) => distance <= metres)
    .map(({ row, distance }) => ({ row, metri: Math.round(distance) }));
