import type { Metadata } from 'sharp';
import { PortalError } from '../../platform/errors.ts';
import { rifiuto } from './rifiuto.server.ts';

/**
 * Most pixels a picture may unfold into: above it is a decompression bomb, or a photo nobody needs to settle a case.
 */
export const MAX_PIXEL = 40_000_000;
/** Most bytes of its pixels: 16 megapixels of four channels with 16 bits each, 40 of a colour photo. */
export const MAX_PIXEL_BYTES = 128_000_000;
const LATO_MINIATURA = 320;
const LIMITE_SECONDI = 8;

/**
 * A thumbnail: JPEG, upright, sides at most 320 px, without metadata. Decoding the whole picture is also the proof
 * that it is one. One at a time: the caller sees to that.
 *
 * @param bytes a JPEG or PNG
 * @throws PortalError `invalid` when it cannot be decoded, is truncated, or unfolds into more than {@link MAX_PIXEL} or
 * {@link MAX_PIXEL_BYTES}
 */
export async function miniatura(bytes: Uint8Array): Promise<Buffer> {
  const sharp = await motore();
  const opzioni = { limitInputPixels: MAX_PIXEL, failOn: 'error', autoOrient: true } as const;
  try {
    const letta = await sharp(bytes, { ...opzioni, limitInputPixels: false }).metadata();
    if (letta.width * letta.height > MAX_PIXEL) throw troppiPixel();
    if (bytesDeiPixel(letta) > MAX_PIXEL_BYTES) throw troppiColori();
    return await sharp(bytes, opzioni)
      .timeout({ seconds: LIMITE_SECONDI })
      .resize({ width: LATO_MINIATURA, height: LATO_MINIATURA, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 70 })
      .toBuffer();
  } catch (cause) {
    if (cause instanceof PortalError) throw cause;
    throw rifiuto('Non riusciamo ad aprire questa immagine. Aprila, salvala di nuovo e riprova.', 'invalid', cause);
  }
}

/** @returns what the picture fills when it is decoded; of its kinds (JPEG, PNG) a sample has one byte or two */
function bytesDeiPixel({ width, height, channels, depth }: Metadata): number {
  return width * height * channels * (depth === 'uchar' ? 1 : 2);
}

/**
 * Loaded with the first picture; its cache is off and it uses one thread, so that memory is bounded by one picture.
 */
async function motore() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

function troppiPixel() {
  return rifiuto('Questa immagine ha più di 40 megapixel. Salvala in un formato più piccolo e riprova.');
}

function troppiColori() {
  return rifiuto('Questa immagine è troppo pesante da aprire. Salvala come JPEG, o più piccola, e riprova.');
}
