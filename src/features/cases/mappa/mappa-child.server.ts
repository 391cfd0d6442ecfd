/** Runs in a process of its own (`picture.server.ts`): puts the tiles of one map together after the other, with a pin. */
import sharp from 'sharp';
import { answerJobs } from '../../../platform/child.server.ts';
import { TILE_SIZE } from '../../../platform/tiles.ts';
import { PICTURE_SIZE } from './view.ts';

/** The messages between the processes: where each tile lies, and the picture or the reason why there is none. */
export type MappaTiles = { tiles: { bytes: Uint8Array; left: number; top: number }[]; maxBytes: number };
export type PaintedMappa = { picture: Uint8Array } | { fault: string };

const { width, height } = PICTURE_SIZE;
/** As the pin on the map of the form: its tip is the place. */
const PIN_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40" width="36" height="48"><path fill="#c1121f" stroke="#fff" stroke-width="2" d="M15 39C4 24 1 20 1 14a14 14 0 0 1 28 0c0 6-3 10-14 25z"/><circle cx="15" cy="14" r="5" fill="#fff"/></svg>`;

// No cache and one thread: memory is bounded by one picture.
sharp.cache(false);
sharp.concurrency(1);

answerJobs<MappaTiles, PaintedMappa>(async ({ tiles, maxBytes }) => {
  try {
    const decoded = await Promise.all(
      tiles.map(async ({ bytes, left, top }) => ({
        // Sources with sharper tiles send twice the size.
        input: await sharp(bytes, { limitInputPixels: 1024 * 1024 })
          .resize(TILE_SIZE, TILE_SIZE, { fit: 'fill' })
          .flatten({ background: '#fff' })
          .png()
          .toBuffer(),
        ...{ left, top },
      })),
    );
    const pin = { input: Buffer.from(PIN_SVG), left: width / 2 - 18, top: height / 2 - 48 };
    // Tiles go beyond the picture: they are laid on a larger ground first, which is cut out.
    const ground = await sharp({
      create: { width: width + 2 * TILE_SIZE, height: height + 2 * TILE_SIZE, channels: 3, background: '#eee' },
    })
      .composite(decoded.map(({ input, left, top }) => ({ input, left: left + TILE_SIZE, top: top + TILE_SIZE })))
      .png()
      .toBuffer();
    const view = await sharp(ground).extract({ left: TILE_SIZE, top: TILE_SIZE, width, height }).toBuffer();
    const whole = await sharp(view).composite([pin]).png().toBuffer();
    for (const colours of [64, 32, 16, 8]) {
      const picture = await sharp(whole).png({ palette: true, colours, dither: 0, effort: 8 }).toBuffer();
      if (picture.length <= maxBytes) return { picture };
    }
    return { fault: 'too many details for a small picture' };
  } catch (error) {
    return { fault: String(error) };
  }
});
