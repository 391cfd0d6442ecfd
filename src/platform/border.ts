/** The border of a municipality as GeoJSON has it: is a point within it, and how far away is it? Pure. */

export type GeoPoint = { lat: number; lon: number };

/** Longitude, latitude, in the order of GeoJSON (RFC 7946). */
type GeoPosition = number[];
/** The first ring goes around the land, the others around holes in it. */
type GeoRings = GeoPosition[][];

export type GeoBorder = { type: 'Polygon'; coordinates: GeoRings } | { type: 'MultiPolygon'; coordinates: GeoRings[] };

/** A rectangle, in degrees. */
export type GeoBox = { west: number; south: number; east: number; north: number };

const METRES_PER_DEGREE = 111_320;

export const polygonsOf = (border: GeoBorder): GeoRings[] =>
  border.type === 'Polygon' ? [border.coordinates] : border.coordinates;

/** How many points a border has. */
export const cornersOf = (border: GeoBorder): number => polygonsOf(border).flat(2).length;

/** A point on the border itself may count as either. */
export function isWithin(border: GeoBorder, point: GeoPoint): boolean {
  return polygonsOf(border).some(([outer = [], ...holes]) => {
    return isInRing(outer, point) && !holes.some((hole) => isInRing(hole, point));
  });
}

/** Counts how often a line from the point to the east crosses the ring. */
function isInRing(ring: readonly GeoPosition[], { lat, lon }: GeoPoint): boolean {
  let inside = false;
  ring.forEach(([x2 = 0, y2 = 0], i) => {
    const [x1 = 0, y1 = 0] = ring.at(i - 1) ?? [];
    if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/** @returns metres to the nearest part of the border; within a country they are right to about one per cent */
export function metresToBorder(border: GeoBorder, point: GeoPoint): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of polygonsOf(border).flat()) {
    const corners = ring.map((position) => metresFrom(point, position));
    for (const [i, corner] of corners.entries())
      nearest = Math.min(nearest, metresToLeg(corners.at(i - 1) as EastNorth, corner));
  }
  return nearest;
}

type EastNorth = readonly [east: number, north: number];

/** The degrees of longitude are as long as at the latitude halfway between the two places. */
function metresFrom({ lat, lon }: GeoPoint, [x = 0, y = 0]: GeoPosition): EastNorth {
  const perDegreeEast = METRES_PER_DEGREE * Math.cos((((lat + y) / 2) * Math.PI) / 180);
  return [(x - lon) * perDegreeEast, (y - lat) * METRES_PER_DEGREE];
}

/** From the origin. */
function metresToLeg([x1, y1]: EastNorth, [x2, y2]: EastNorth): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const part = Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x1 + dx * part, y1 + dy * part);
}

export const metresBetween = (from: GeoPoint, to: GeoPoint): number =>
  Math.hypot(...metresFrom(from, [to.lon, to.lat]));

/** A rectangle that holds every place so many metres around a point. */
export function boxAround({ lat, lon }: GeoPoint, metres: number): GeoBox {
  const high = metres / METRES_PER_DEGREE;
  // At a pole every longitude is near.
  const wide = Math.min(180, high / Math.max(Math.cos((lat * Math.PI) / 180), 1e-6));
  return { west: lon - wide, south: lat - high, east: lon + wide, north: lat + high };
}

/** The rectangle around a border. */
export function boundsOf(border: GeoBorder): GeoBox {
  const positions = polygonsOf(border).flat(2);
  const [easts, norths] = [0, 1].map((axis) => positions.map((position) => position[axis] ?? 0)) as [
    number[],
    number[],
  ];
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b));
  return { west: least(easts), south: least(norths), east: most(easts), north: most(norths) };
}

/** "340 km", "2,3 km", "300 m". */
export function distanceInWords(metres: number): string {
  if (metres < 950) return `${Math.max(50, Math.round(metres / 50) * 50)} m`;
  const digits = metres < 9_950 ? 1 : 0;
  return `${(metres / 1000).toLocaleString('it-IT', { maximumFractionDigits: digits })} km`;
}
