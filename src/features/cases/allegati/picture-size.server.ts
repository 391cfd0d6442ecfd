/** Limits on what a picture may unfold into, checked on its header alone, before a decoder sees it. */
import { fileRefusal } from './file-refusal.server.ts';

/** Most pixels: phones make photos of 50 million; a larger picture is a decompression bomb, or larger than any case needs. */
export const MAX_PIXEL = 50_000_000;
/** Most bytes of its pixels: 18 megapixels of four channels with 16 bits each, 50 of a colour photo. */
const MAX_PIXEL_BYTES = 150_000_000;
/** Longest side: decoders keep several whole rows. The panorama of a phone is 16,000 pixels wide. */
const MAX_SIDE = 20_000;
/** Most passes over a JPEG: a progressive photo has about 10, and every one goes over all pixels again. */
const MAX_SCANS = 30;
/** Most pixels of all passes together: 12 passes over 50 megapixels. */
const MAX_SCANNED = 600_000_000;

type PictureSides = { width: number; height: number };

/** @throws PortalError `invalid` when a side is longer than {@link MAX_SIDE} */
export function checkSides({ width, height }: PictureSides): void {
  if (Math.max(width, height) > MAX_SIDE)
    throw fileRefusal(
      'Questa immagine ha un lato di più di 20.000 pixel. Salvala in un formato più piccolo e riprova.',
    );
}

/**
 * @param size sides, and the bytes that one decoded pixel takes
 * @throws PortalError `invalid` beyond {@link MAX_PIXEL}, {@link MAX_PIXEL_BYTES} or {@link MAX_SIDE}
 */
export function checkSize({ width, height, bytes }: PictureSides & { bytes: number }): void {
  if (width * height > MAX_PIXEL)
    throw fileRefusal('Questa immagine ha più di 50 megapixel. Salvala in un formato più piccolo e riprova.');
  checkSides({ width, height });
  if (width * height * bytes > MAX_PIXEL_BYTES)
    throw fileRefusal('Questa immagine è troppo pesante da aprire. Salvala come JPEG, o più piccola, e riprova.');
}

/** @throws PortalError `invalid` beyond {@link MAX_SCANS}, or when all of them go over more pixels than a real photo has */
export function checkScans(scans: number, { width, height }: PictureSides = { width: 0, height: 0 }): void {
  if (scans > MAX_SCANS || scans * width * height > MAX_SCANNED)
    throw fileRefusal('Questa immagine richiede troppo tempo per essere aperta. Salvala di nuovo come JPEG e riprova.');
}
