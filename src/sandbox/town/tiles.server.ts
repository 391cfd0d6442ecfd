/** Cuts the tiles of the sandbox's map out of drawings of the invented towns, and keeps those that were asked for last. */
import sharp from 'sharp';
import { createMadeCache } from '../../platform/made.server.ts';
import { TILE_SIZE, type TileName } from '../../platform/tiles.ts';
import borgosereno16 from './borgosereno-16.webp?inline';
import borgosereno17 from './borgosereno-17.webp?inline';
import collelume16 from './collelume-16.webp?inline';
import collelume17 from './collelume-17.webp?inline';
import land from './land-14.webp?inline';
import portolieve16 from './portolieve-16.webp?inline';
import portolieve17 from './portolieve-17.webp?inline';

/** @property from the first zoom that shows it @property zoom its own @property x, y the tile of that zoom in its upper left corner @property width, height in tiles */
type MapDrawing = { file: string; from: number; zoom: number; x: number; y: number; width: number; height: number };

/** Each lies over those before it. */
const MAP_DRAWINGS: readonly MapDrawing[] = [
  { file: land, from: 12, zoom: 14, x: 8753, y: 6045, width: 15, height: 11 },
  { file: borgosereno16, from: 15, zoom: 16, x: 35_040, y: 24_202, width: 7, height: 5 },
  { file: collelume16, from: 15, zoom: 16, x: 35_060, y: 24_188, width: 3, height: 4 },
  { file: portolieve16, from: 15, zoom: 16, x: 35_020, y: 24_212, width: 4, height: 6 },
  { file: borgosereno17, from: 17, zoom: 17, x: 70_081, y: 48_404, width: 12, height: 9 },
  { file: collelume17, from: 17, zoom: 17, x: 70_121, y: 48_377, width: 5, height: 6 },
  { file: portolieve17, from: 17, zoom: 17, x: 70_040, y: 48_425, width: 7, height: 9 },
];
const TILE_ZOOMS = { min: 12, max: 19 };
/** Where nothing is drawn. */
const GROUND_COLOUR = '#f3efe6';
/** About 15 MB: a town at every zoom. */
const MAX_KEPT = 1_500;

const keptTiles = createMadeCache<Buffer>({ most: MAX_KEPT });

/** Names a tile from its address. @returns undefined for one that no map has */
export function readTileName(z = '', x = '', y = ''): TileName | undefined {
  if (![z, x, y].every((part) => /^(0|[1-9]\d{0,6})$/.test(part))) return undefined;
  const name = { z: Number(z), x: Number(x), y: Number(y) };
  return name.x < 2 ** name.z && name.y < 2 ** name.z ? name : undefined;
}

/** @returns undefined for a zoom that is not drawn */
export async function sandboxTile(name: TileName): Promise<Buffer | undefined> {
  if (name.z < TILE_ZOOMS.min || name.z > TILE_ZOOMS.max) return undefined;
  return keptTiles.get(`${name.z}/${name.x}/${name.y}`, () => cutTile(name));
}

async function cutTile(name: TileName): Promise<Buffer> {
  const shown = MAP_DRAWINGS.filter(({ from }) => from <= name.z).map((drawing) => ({
    drawing,
    view: viewOf(drawing, name),
  }));
  // What lies under a drawing that has the whole tile is not seen.
  const lowest = shown.findLastIndex(({ view }) => view && view.wide === view.side && view.high === view.side);
  const pieces = await Promise.all(shown.slice(Math.max(lowest, 0)).map(cutPiece));
  const ground = { width: TILE_SIZE, height: TILE_SIZE, channels: 3, background: GROUND_COLOUR } as const;
  return sharp({ create: ground })
    .composite(pieces.flatMap((piece) => piece ?? []))
    .png({ palette: true, colours: 64, effort: 4 })
    .toBuffer();
}

/** A part of a drawing, in its px. @property side of the tile @property dx, dy from the corner of the tile */
type DrawingView = { left: number; top: number; wide: number; high: number; side: number; dx: number; dy: number };

/** @returns undefined when the drawing shows nothing of the tile */
function viewOf({ zoom, x, y, width, height }: MapDrawing, name: TileName): DrawingView | undefined {
  const side = TILE_SIZE * 2 ** (zoom - name.z);
  const [tileX, tileY] = [name.x * side - x * TILE_SIZE, name.y * side - y * TILE_SIZE];
  const [left, top] = [Math.max(tileX, 0), Math.max(tileY, 0)];
  const wide = Math.min(tileX + side, width * TILE_SIZE) - left;
  const high = Math.min(tileY + side, height * TILE_SIZE) - top;
  if (wide <= 0 || high <= 0) return undefined;
  return { left, top, wide, high, side, dx: left - tileX, dy: top - tileY };
}

async function cutPiece({ drawing: { file }, view }: { drawing: MapDrawing; view: DrawingView | undefined }) {
  if (!view) return undefined;
  const { left, top, wide, high, side, dx, dy } = view;
  const scale = TILE_SIZE / side;
  const input = await sharp(Buffer.from(file.slice(file.indexOf(',') + 1), 'base64'))
    .extract({ left, top, width: wide, height: high })
    .resize(wide * scale, high * scale)
    .png()
    .toBuffer();
  return { input, left: dx * scale, top: dy * scale };
}
