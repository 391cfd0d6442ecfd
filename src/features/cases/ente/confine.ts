/** The border of an ente in the data file: a GeoJSON geometry, checked and cut to what the portal needs. */
import * as z from 'zod/mini';
import { type GeoBorder, isWithin, metresToBorder } from '../../../platform/border.ts';

/** About 100 KB. It is read with the ente, which every page needs. */
export const MAX_CORNERS = 5_000;
/** The centre of a map may lie off the coast, but not so far. */
const MAX_CENTER_METRES = 20_000;

/** @returns why it is no border, or undefined */
function faultOf(value: unknown): string | undefined {
  const { type, coordinates } = (value ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type === 'FeatureCollection')
    return 'Il confine è una sola area: questo GeoJSON ne ha più di una, oppure nessuna. Uniscile, poi esportalo di nuovo.';
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : undefined;
  if (!Array.isArray(polygons) || polygons.length === 0)
    return 'Il confine è una geometria GeoJSON di tipo Polygon o MultiPolygon, con i suoi punti in coordinates.';
  const rings = polygons.flat();
  const isRing = (ring: unknown) => Array.isArray(ring) && ring.length >= 4 && ring.every(isPosition);
  if (!polygons.every((polygon) => Array.isArray(polygon) && polygon.length > 0) || !rings.every(isRing))
    return 'Ogni anello del confine è un elenco di almeno 4 punti [longitudine, latitudine], in gradi.';
  if (rings.some((ring) => String(ring[0]) !== String(ring.at(-1))))
    return 'Ogni anello del confine finisce nel punto in cui comincia.';
  if (rings.flat().length > MAX_CORNERS)
    return `Il confine ha più di ${MAX_CORNERS.toLocaleString('it-IT')} punti: semplificalo, bastano alcune centinaia.`;
  return undefined;
}

/** Longitude and latitude; a height is ignored. */
function isPosition(position: unknown): boolean {
  if (!Array.isArray(position) || position.length < 2) return false;
  const [lon, lat] = position;
  return typeof lon === 'number' && Math.abs(lon) <= 180 && typeof lat === 'number' && Math.abs(lat) <= 90;
}

/** Six decimals are a tenth of a metre. */
const shortenPosition = (position: number[]) => position.slice(0, 2).map((degrees) => Number(degrees.toFixed(6)));

/** A Polygon or a MultiPolygon, in degrees of WGS 84. */
export const confineSchema = () =>
  z
    .pipe(
      z.unknown(),
      z.pipe(
        z.custom<GeoBorder>((value) => faultOf(value) === undefined, { error: ({ input }) => faultOf(input) }),
        z.transform(({ type, coordinates }: GeoBorder): GeoBorder => {
          return type === 'Polygon'
            ? { type, coordinates: coordinates.map((ring) => ring.map(shortenPosition)) }
            : { type, coordinates: coordinates.map((rings) => rings.map((ring) => ring.map(shortenPosition))) };
        }),
      ),
    )
    .register(z.globalRegistry, { type: 'object', format: 'geojson' });

/** False when the centre of the map lies far from a border: usually latitude and longitude are exchanged. */
export function isCenterNear(confine: unknown, mappa: unknown, maxMetres = MAX_CENTER_METRES): boolean {
  if (faultOf(confine)) return true;
  const border = confine as GeoBorder;
  const { lat, lon } = (mappa ?? {}) as { lat?: unknown; lon?: unknown };
  if (typeof lat !== 'number' || typeof lon !== 'number') return true;
  return isWithin(border, { lat, lon }) || metresToBorder(border, { lat, lon }) < maxMetres;
}
