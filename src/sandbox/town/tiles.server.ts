/** Paints the tiles of the sandbox's map as PNG, and keeps those that were asked for last. */
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { createMadeCache } from '../../platform/made.server.ts';
import { TILE_SIZE, type TileName } from '../../platform/tiles.ts';
import { drawTile, TILE_ZOOMS, type TileLabel } from './tile.ts';

/** About 15 MB: a town at every zoom. */
const MAX_KEPT = 1_500;
const MAX_WORDS = 800;
/** Words are drawn at twice their size, so that they stay sharp when they are turned. */
const WORD_SCALE = 2;
// The portal's own letters: a server may have none.
const FONT_FILE = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

const keptTiles = createMadeCache<Buffer>({ most: MAX_KEPT });
const keptWords = createMadeCache<{ href: string; width: number; height: number }>({ most: MAX_WORDS });

/** Names a tile from its address. @returns undefined for one that no map has */
export function readTileName(z = '', x = '', y = ''): TileName | undefined {
  if (![z, x, y].every((part) => /^(0|[1-9]\d{0,6})$/.test(part))) return undefined;
  const name = { z: Number(z), x: Number(x), y: Number(y) };
  return name.x < 2 ** name.z && name.y < 2 ** name.z ? name : undefined;
}

/** @returns undefined for a zoom that is not drawn */
export async function sandboxTile(name: TileName): Promise<Buffer | undefined> {
  if (name.z < TILE_ZOOMS.min || name.z > TILE_ZOOMS.max) return undefined;
  return keptTiles.get(`${name.z}/${name.x}/${name.y}`, () => paintTile(name));
}

async function paintTile(name: TileName): Promise<Buffer> {
  const { svg, labels } = drawTile(name);
  const words = await Promise.all(labels.map(paintLabel));
  return sharp(Buffer.from(svg.replace('</svg>', `${words.join('')}</svg>`)))
    .resize(TILE_SIZE, TILE_SIZE)
    .png({ palette: true, colours: 64, effort: 4 })
    .toBuffer();
}

async function paintLabel({ text, size, colour, x, y, angle }: TileLabel): Promise<string> {
  const { href, width, height } = await keptWords.get(`${size} ${colour} ${text}`, async () => {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${colour}">${text}</span>`,
        font: `DejaVu Sans ${size * WORD_SCALE}`,
        fontfile: FONT_FILE,
        dpi: 72,
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    return {
      href: `data:image/png;base64,${data.toString('base64')}`,
      width: info.width / WORD_SCALE,
      height: info.height / WORD_SCALE,
    };
  });
  const [left, top] = [-width / 2, -height / 2].map((n) => n.toFixed(1));
  return `<image href="${href}" x="${left}" y="${top}" width="${width}" height="${height}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)})"/>`;
}
