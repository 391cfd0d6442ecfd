/** Map tiles: the port to where they come from, their names and places, and the source that the sandbox is itself. Pure. */

/** The tiles that the portal draws itself in sandbox mode, the same under each of its host names. */
export const SANDBOX_TILES = '/sandbox/mappa/{z}/{x}/{y}.png';

export const TILE_SIZE = 256;

export type TileName = { z: number; x: number; y: number };
export type MapPoint = { lat: number; lon: number };

/** Fetches tiles on the server, for pictures of a place. */
export type TilePort = {
  /**
   * @param source an ente's, with `{z}`, `{x}` and `{y}`
   * @returns the bytes of a picture, not yet decoded
   * @throws PortalError `unavailable` when there is none, or none in time
   */
  fetchTile(source: string, name: TileName): Promise<Uint8Array>;
};

/** The address of a tile. */
export const tileAddress = (source: string, { z, x, y }: TileName): string =>
  source.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));

/** The place of a point on the whole map at a zoom, in px (Web Mercator, as every tile source has it). */
export function toMapPixels({ lat, lon }: MapPoint, z: number): [x: number, y: number] {
  const side = TILE_SIZE * 2 ** z;
  const sin = Math.sin((lat * Math.PI) / 180);
  return [((lon + 180) / 360) * side, (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * side];
}
