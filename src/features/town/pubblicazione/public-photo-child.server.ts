/** Runs in a process of its own (`public-photo.server.ts`): makes the public pictures of one photo after the other. */
import sharp from 'sharp';
import { answerJobs } from '../../../platform/child.server.ts';
import { MAX_PIXEL } from '../../cases/allegati/picture-size.server.ts';
import type { PhotoBlur } from './pubblicazione.contract.ts';

/** The messages between the processes. @property blurs in per cent of the upright picture */
export type PhotoOrder = { bytes: Uint8Array; blurs: readonly PhotoBlur[] };
export type PublicPhoto = { dati: Uint8Array; piccola: Uint8Array; larghezza: number; altezza: number };
export type PhotoAnswer = { photo: PublicPhoto } | { fault: string };

const LARGE_SIDE = 1280;
const SMALL_SIDE = 320;
/** So few points are left of a blurred part, along its longer side, that no sharpening brings a face or a plate back. */
const BLUR_POINTS = 6;

// No cache and one thread: memory is bounded by one picture.
sharp.cache(false);
sharp.concurrency(1);

answerJobs<PhotoOrder, PhotoAnswer>(async ({ bytes, blurs }) => {
  try {
    const upright = await sharp(bytes, { limitInputPixels: MAX_PIXEL, failOn: 'error', autoOrient: true })
      .resize({ width: LARGE_SIDE, height: LARGE_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .png({ compressionLevel: 0 })
      .toBuffer({ resolveWithObject: true });
    const { width: larghezza, height: altezza } = upright.info;
    const covers = await Promise.all(blurs.map((blur) => coverOf(upright.data, blur, upright.info)));
    const covered = await sharp(upright.data).composite(covers.flat()).png({ compressionLevel: 0 }).toBuffer();
    const [dati, piccola] = await Promise.all([
      sharp(covered).jpeg({ quality: 78, mozjpeg: true }).toBuffer(),
      sharp(covered)
        .resize({ width: SMALL_SIDE, height: SMALL_SIDE, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 70, mozjpeg: true })
        .toBuffer(),
    ]);
    return { photo: { dati, piccola, larghezza, altezza } };
  } catch (error) {
    return { fault: String(error) };
  }
});

/** The part in a few large points. @returns nothing for a part without an area */
async function coverOf(picture: Buffer, [x, y, w, h]: PhotoBlur, { width, height }: { width: number; height: number }) {
  const left = Math.floor((x / 100) * width);
  const top = Math.floor((y / 100) * height);
  const part = {
    left,
    top,
    width: Math.min(width - left, Math.ceil((w / 100) * width)),
    height: Math.min(height - top, Math.ceil((h / 100) * height)),
  };
  if (part.width < 1 || part.height < 1) return [];
  const few = await sharp(picture)
    .extract(part)
    .resize({ width: BLUR_POINTS, height: BLUR_POINTS, fit: 'inside', kernel: 'mitchell' })
    .png()
    .toBuffer();
  const input = await sharp(few)
    .resize({ width: part.width, height: part.height, fit: 'fill', kernel: 'nearest' })
    .png()
    .toBuffer();
  return [{ input, left, top }];
}
