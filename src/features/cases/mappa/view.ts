/** What a small picture of a place shows: its size, the tiles under it, the mark in its middle. Pure. */
import { type MapPoint, TILE_SIZE, type TileName, tileAddress, toMapPixels } from '../../../platform/tiles.ts';

export const PICTURE_SIZE = { width: 480, height: 240 };
/** Single houses can be told apart, and the names of the streets around are on it. */
const PICTURE_ZOOM = 17;

/** A tile and where its corner lies on the picture, in px. */
export type PlacedTile = { name: TileName; left: number; top: number };

/** The tiles under a picture with this point in the middle. None lie beyond the poles; the world goes on to the east and west. */
export function tilesAround(point: MapPoint, zoom = PICTURE_ZOOM): PlacedTile[] {
  const [centerX, centerY] = toMapPixels(point, zoom);
  const [west, north] = [Math.round(centerX - PICTURE_SIZE.width / 2), Math.round(centerY - PICTURE_SIZE.height / 2)];
  const inLine = (from: number, length: number) => {
    const first = Math.floor(from / TILE_SIZE);
    const last = Math.floor((from + length - 1) / TILE_SIZE);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  };
  const count = 2 ** zoom;
  return inLine(north, PICTURE_SIZE.height)
    .filter((y) => y >= 0 && y < count)
    .flatMap((y) =>
      inLine(west, PICTURE_SIZE.width).map((x) => ({
        name: { z: zoom, x: ((x % count) + count) % count, y },
        left: x * TILE_SIZE - west,
        top: y * TILE_SIZE - north,
      })),
    );
}

/** The tiles of a map as it opens, for a picture made of them. @property origin where they come from, unless it is the portal */
export function tileViewOf({ tasselli, zoom, ...center }: MapPoint & { tasselli: string; zoom: number }) {
  const tiles = tilesAround(center, zoom).map(({ name, ...place }) => ({
    href: tileAddress(tasselli, name),
    ...place,
  }));
  return { tiles, origin: tasselli.startsWith('/') ? undefined : new URL(tasselli).origin };
}

/** No map of this kind shows the poles. */
export const isOnTheMap = ({ lat, lon }: MapPoint): boolean => Math.abs(lat) <= 85 && Math.abs(lon) <= 180;

/**
 * A map of the place elsewhere, opened by a press alone. An https address, because `geo:` opens nothing on a desk and on an iPhone;
 * OpenStreetMap's, because it needs no app and no account, and leads on to the way there.
 */
export const navigatorAddress = ({ lat, lon }: MapPoint): string =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=18/${lat}/${lon}`;
