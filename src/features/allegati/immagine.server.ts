import { rifiuto } from './rifiuto.server.ts';
import { MAX_PIXEL } from './size.server.ts';

const LATO_MINIATURA = 320;
const LIMITE_SECONDI = 8;

/**
 * A thumbnail: JPEG, upright, sides at most 320 px, without metadata. Decoding the whole picture is also the proof
 * that it is one. One at a time: the caller sees to that.
 *
 * @param bytes a JPEG or PNG whose header was looked at (`size.server.ts`)
 * @throws PortalError `invalid` when it cannot be decoded or is truncated
 */
export async function miniatura(bytes: Uint8Array): Promise<Buffer> {
  const sharp = await motore();
  const opzioni = { limitInputPixels: MAX_PIXEL, failOn: 'error', autoOrient: true } as const;
  try {
    return await sharp(bytes, opzioni)
      .timeout({ seconds: LIMITE_SECONDI })
      .resize({ width: LATO_MINIATURA, height: LATO_MINIATURA, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 70 })
      .toBuffer();
  } catch (cause) {
    throw rifiuto('Non riusciamo ad aprire questa immagine. Aprila, salvala di nuovo e riprova.', 'invalid', cause);
  }
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
