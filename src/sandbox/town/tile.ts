/** Draws one tile of the sandbox's map as SVG, from the data of the invented towns. Pure. */
import { TILE_SIZE, type TileName, toMapPixels } from '../../platform/tiles.ts';
import {
  houseAt,
  INVENTED_RAILWAY,
  INVENTED_RIVER,
  INVENTED_TOWNS,
  inMetres,
  type LatLon,
  type Town,
  type TownArea,
  type TownStreet,
} from './town.ts';

/** Words to write on a tile, at a point and an angle in degrees; `size` is the height of the letters in px. */
export type TileLabel = { text: string; x: number; y: number; angle: number; size: number; colour: string };

export const TILE_ZOOMS = { min: 12, max: 19 };

const MAP_COLOURS: Record<TownArea['kind'] | 'land' | 'water' | 'house' | 'edge' | 'rail' | 'border', string> = {
  land: '#f3efe6',
  water: '#a9d0e4',
  house: '#d9cbbb',
  edge: '#c9c1b4',
  rail: '#8a8a8a',
  border: '#8b6fa8',
  park: '#c4e0b0',
  square: '#e9e4f0',
  cemetery: '#b5cfa9',
  sea: '#a9d0e4',
  field: '#e6ebc8',
  wood: '#b3d39c',
  works: '#e3dbe6',
  public: '#c2a58b',
};
const STREET_LOOKS = {
  main: { metres: 13, least: 2.2, fill: '#fbe3a3', edge: '#d9b45a', namedFrom: 15 },
  street: { metres: 9, least: 1.2, fill: '#ffffff', edge: '#c9c1b4', namedFrom: 16 },
  lane: { metres: 6, least: 0.7, fill: '#ffffff', edge: '#c9c1b4', namedFrom: 17 },
} as const;

/** Zooms from which there is room for the name of an area; 16 for the others. */
const AREA_NAMED_FROM: Partial<Record<TownArea['kind'], number>> = { sea: 13, wood: 13, square: 17 };

/** @returns the drawing without words, and the words, which are drawn with the portal's own letters */
export function drawTile({ z, x, y }: TileName): { svg: string; labels: TileLabel[] } {
  const [left, top] = [x * TILE_SIZE, y * TILE_SIZE];
  const at = (place: LatLon): [number, number] => {
    const [px, py] = toMapPixels({ lat: place[0], lon: place[1] }, z);
    return [px - left, py - top];
  };
  const path = (places: readonly LatLon[]) =>
    places
      .map(
        (place, i) =>
          `${i ? 'L' : 'M'}${at(place)
            .map((n) => n.toFixed(1))
            .join(' ')}`,
      )
      .join('');
  // Web Mercator stretches with the latitude; all towns lie at about the same.
  const pxPerMetre = (2 ** z * TILE_SIZE) / (40_075_017 * Math.cos((42.5 * Math.PI) / 180));
  const wide = (metres: number, least: number) => Math.max(metres * pxPerMetre, least);
  const near = (places: readonly LatLon[], margin = 60) => touchesTile(places.map(at), margin);
  const labels: TileLabel[] = [];
  const line = (places: readonly LatLon[], style: string) => `<path d="${path(places)}" ${style}/>`;

  const parts: string[] = [];
  const areas = INVENTED_TOWNS.flatMap((town) => town.areas).filter(({ ring }) => near(ring));
  const grounds = areas.filter(({ kind }) => kind !== 'public');
  const streets = INVENTED_TOWNS.flatMap((town) => town.streets).filter((street) => near(street.line));
  for (const { ring, kind } of grounds) parts.push(`<path d="${path(ring)}Z" fill="${MAP_COLOURS[kind]}"/>`);
  if (near(INVENTED_RIVER.line)) parts.push(line(INVENTED_RIVER.line, strokeStyle(MAP_COLOURS.water, wide(30, 2.5))));
  if (near(INVENTED_RAILWAY)) {
    const width = wide(5, 1.4);
    parts.push(line(INVENTED_RAILWAY, strokeStyle(MAP_COLOURS.rail, width)));
    parts.push(line(INVENTED_RAILWAY, `${strokeStyle('#ffffff', width * 0.5)} stroke-dasharray="${width * 3}"`));
  }
  if (z < 17)
    for (const { border } of INVENTED_TOWNS)
      if (near(border))
        parts.push(
          `<path d="${path(border)}Z" fill="none" stroke="${MAP_COLOURS.border}" stroke-width="1.5" stroke-dasharray="8 4"/>`,
        );
  if (z >= 15) for (const street of streets) parts.push(...housesOf(street, at, pxPerMetre));
  for (const look of ['edge', 'fill'] as const) {
    for (const { line: corners, kind } of streets.toReversed()) {
      const { metres, least, [look]: colour } = STREET_LOOKS[kind];
      const width = wide(metres, least) + (look === 'edge' ? 2 : 0);
      if (look === 'fill' || z >= 14) parts.push(line(corners, strokeStyle(colour, width)));
    }
  }
  for (const { ring, kind } of areas) {
    if (kind === 'public' && z >= 14)
      parts.push(`<path d="${path(ring)}Z" fill="${MAP_COLOURS.public}" stroke="#8d7358" stroke-width="1"/>`);
    // The square lies over the street around it.
    if (kind === 'square') parts.push(`<path d="${path(ring)}Z" fill="${MAP_COLOURS.square}"/>`);
  }

  for (const street of streets)
    if (z >= STREET_LOOKS[street.kind].namedFrom) labels.push(...streetLabels(street, at, z));
  for (const area of areas) if (area.name && z >= (AREA_NAMED_FROM[area.kind] ?? 16)) labels.push(areaLabel(area, at));
  if (z < 16) for (const town of INVENTED_TOWNS) labels.push(townLabel(town, at, z));
  labels.push(...riverLabels(at, z));
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}"><rect width="100%" height="100%" fill="${MAP_COLOURS.land}"/>${parts.join('')}</svg>`,
    labels: labels.filter((label) => touchesTile([[label.x, label.y]], halfWidth(label))),
  };
}

type ToTile = (place: LatLon) => [number, number];

/** Half of the width that words take at most, in px. */
const halfWidth = ({ text, size }: TileLabel) => (text.length * size * 0.62) / 2 + size;

const strokeStyle = (colour: string, width: number) =>
  `fill="none" stroke="${colour}" stroke-width="${width.toFixed(2)}" stroke-linejoin="round" stroke-linecap="round"`;

function touchesTile(points: readonly (readonly [number, number])[], margin: number): boolean {
  const outside = (axis: 0 | 1) =>
    points.every((point) => point[axis] < -margin) || points.every((point) => point[axis] > TILE_SIZE + margin);
  return !outside(0) && !outside(1);
}

/** The houses of a street: two facing rows, of a size that follows from the number, so that every drawing has the same. */
function housesOf(street: TownStreet, at: ToTile, pxPerMetre: number): string[] {
  const houses: string[] = [];
  for (let number = 1; number <= street.numbers; number++) {
    const place = houseAt(street, number);
    if (!place || !touchesTile([at(place)], 30)) continue;
    if (isTaken(place)) continue;
    const [x, y] = at(place);
    const angle = angleAt(street, place, at);
    const [width, depth] = [9 + (number % 4) * 1.5, 8 + (number % 3) * 2].map((metres) => metres * pxPerMetre);
    houses.push(
      `<rect x="${(-(width ?? 0) / 2).toFixed(1)}" y="${(-(depth ?? 0) / 2).toFixed(1)}" width="${width?.toFixed(1)}" height="${depth?.toFixed(1)}" fill="${MAP_COLOURS.house}" stroke="#bfae9a" stroke-width="0.7" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)})"/>`,
    );
  }
  return houses;
}

/** No house stands in a park, on a square or in the water. */
function isTaken(place: LatLon): boolean {
  return (
    INVENTED_TOWNS.some(({ areas }) => areas.some(({ ring, kind }) => kind !== 'wood' && isInside(place, ring))) ||
    INVENTED_RIVER.line.some(
      (corner, i) => i > 0 && distanceToLeg(place, INVENTED_RIVER.line[i - 1] as LatLon, corner) < 26,
    )
  );
}

/** The direction of the street beside a house, in degrees on the tile. */
function angleAt({ line }: TownStreet, place: LatLon, at: ToTile): number {
  let nearest = { distance: Number.POSITIVE_INFINITY, angle: 0 };
  line.slice(1).forEach((corner, i) => {
    const from = line[i] as LatLon;
    const distance = distanceToLeg(place, from, corner);
    if (distance < nearest.distance) nearest = { distance, angle: angleOf(at(from), at(corner)) };
  });
  return nearest.angle;
}

const angleOf = ([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]) =>
  (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;

/** Words are never upside down. */
const uprightAngle = (angle: number) => (angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle);

/** The name along every leg of a street that is long enough for it. */
function streetLabels({ name, line, kind }: TownStreet, at: ToTile, z: number): TileLabel[] {
  // A closed line goes around a square, which has the name itself.
  if (String(line[0]) === String(line.at(-1))) return [];
  const size = z >= 18 ? 14 : kind === 'main' || z >= 17 ? 12 : 10.5;
  return line.slice(1).flatMap((corner, i) => {
    const [from, to] = [at(line[i] as LatLon), at(corner)];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const room = name.length * size * 0.62 + 16;
    const times = Math.min(6, Math.floor(length / Math.max(room, 420)) || (length > room ? 1 : 0));
    return Array.from({ length: times }, (_, n) => {
      const part = (n + 0.5) / times;
      return {
        text: name,
        size,
        colour: '#3b3b3b',
        angle: uprightAngle(angleOf(from, to)),
        x: from[0] + dx * part,
        y: from[1] + dy * part,
      };
    });
  });
}

const AREA_INKS: Partial<Record<TownArea['kind'], string>> = {
  park: '#2f5e1e',
  wood: '#2f5e1e',
  cemetery: '#2f5e1e',
  sea: '#1f5673',
  public: '#4b3621',
};

function areaLabel({ name = '', ring, kind }: TownArea, at: ToTile): TileLabel {
  const points = ring.map(at);
  // The sea goes on to the edge of the map: its name stands off the coast.
  const shown = kind === 'sea' ? points.slice(4, 8).map(([x, y]): [number, number] => [x - 140, y]) : points;
  const middle = (axis: 0 | 1) => shown.reduce((sum, point) => sum + point[axis], 0) / shown.length;
  const below = kind === 'public' ? Math.max(...points.map(([, y]) => y)) - middle(1) + 9 : 0;
  return { text: name, x: middle(0), y: middle(1) + below, angle: 0, size: 11, colour: AREA_INKS[kind] ?? '#55445e' };
}

const townLabel = ({ name, center }: Town, at: ToTile, z: number): TileLabel => {
  const [x, y] = at(center);
  return { text: name, x, y: y - (z >= 14 ? 34 : 14), angle: 0, size: z >= 14 ? 19 : 15, colour: '#262626' };
};

function riverLabels(at: ToTile, z: number): TileLabel[] {
  if (z < 15) return [];
  return INVENTED_RIVER.line.slice(1).flatMap((corner, i) => {
    const [from, to] = [at(INVENTED_RIVER.line[i] as LatLon), at(corner)];
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 150) return [];
    const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    return [{ text: INVENTED_RIVER.name, x, y, angle: uprightAngle(angleOf(from, to)), size: 11, colour: '#1f5673' }];
  });
}

function isInside([lat, lon]: LatLon, ring: readonly LatLon[]): boolean {
  let inside = false;
  ring.forEach(([lat1, lon1], i) => {
    const [lat2, lon2] = ring.at(i - 1) as LatLon;
    if (lat1 > lat !== lat2 > lat && lon < ((lon2 - lon1) * (lat - lat1)) / (lat2 - lat1) + lon1) inside = !inside;
  });
  return inside;
}

/** In metres. */
function distanceToLeg(place: LatLon, from: LatLon, to: LatLon): number {
  const [px, py] = inMetres(place, from);
  const [x, y] = inMetres(to, from);
  const part = Math.min(1, Math.max(0, (px * x + py * y) / (x * x + y * y || 1)));
  return Math.hypot(px - x * part, py - y * part);
}
