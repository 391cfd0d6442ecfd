/** Runs in a process of its own (`picture.server.ts`): puts the tiles of one map together after the other, with a pin. */
import { setPriority } from 'node:os';
import sharp, { type Raw, type Sharp } from 'sharp';
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
// Citizens who wait for a page come first.
setPriority(10);

answerJobs<MappaTiles, PaintedMappa>(async ({ tiles, maxBytes }) => {
  try {
    const decoded = await Promise.all(
      tiles.map(async ({ bytes, left, top }) => ({
        // Sources with sharper tiles send twice the size.
        ...(await pixelsOf(
          sharp(bytes, { limitInputPixels: 1024 * 1024 })
            .resize(TILE_SIZE, TILE_SIZE, { fit: 'fill' })
            .flatten({ background: '#fff' })
            .toColourspace('srgb'),
        )),
        // Tiles go beyond the picture: they are laid on a larger ground first, which is cut out.
        left: left + TILE_SIZE,
        top: top + TILE_SIZE,
      })),
    );
    const ground = await pixelsOf(
      sharp({
        create: { width: width + 2 * TILE_SIZE, height: height + 2 * TILE_SIZE, channels: 3, background: '#eee' },
      }).composite(decoded),
    );
    const view = await pixelsOf(
      sharp(ground.input, ground).extract({ left: TILE_SIZE, top: TILE_SIZE, width, height }),
    );
    const pin = { input: Buffer.from(PIN_SVG), left: width / 2 - 18, top: height / 2 - 48 };
    const whole = await pixelsOf(sharp(view.input, view).composite([pin]));
    for (const colours of [64, 32, 16, 8]) {
      const picture = await sharp(whole.input, whole).png({ palette: true, colours, dither: 0, effort: 4 }).toBuffer();
      if (picture.length <= maxBytes) return { picture };
    }
    return { fault: 'too many details for a small picture' };
  } catch (error) {
    return { fault: String(error) };
  }
});

/** Between two steps a picture stays as it is in memory: compressing it each time takes longer than the steps. */
async function pixelsOf(picture: Sharp): Promise<{ input: Buffer; raw: Raw }> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } };
}
