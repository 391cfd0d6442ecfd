/** Runs in a process of its own (`picture.server.ts`): decodes one picture after the other. */
import sharp from 'sharp';
import { answerJobs } from '../../../platform/child.server.ts';
import { MAX_PIXEL } from './picture-size.server.ts';

/**
 * The messages between the processes: the picture, and its thumbnail or the reason for a refusal.
 * @property lacksEnd the picture came without its end: it must be there to the last row
 */
export type PictureBytes = { bytes: Uint8Array; lacksEnd: boolean };
export type DecodedPicture = { thumbnail: Uint8Array } | { fault: string };

const MINIATURA_SIDE = 320;

// No cache and one thread: memory is bounded by one picture.
sharp.cache(false);
sharp.concurrency(1);

answerJobs<PictureBytes, DecodedPicture>(async ({ bytes, lacksEnd }) => {
  try {
    const failOn = lacksEnd ? 'warning' : 'error';
    const thumbnail = await sharp(bytes, { limitInputPixels: MAX_PIXEL, failOn, autoOrient: true })
      .resize({ width: MINIATURA_SIDE, height: MINIATURA_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 70 })
      .toBuffer();
    return { thumbnail };
  } catch (error) {
    return { fault: String(error) };
  }
});
