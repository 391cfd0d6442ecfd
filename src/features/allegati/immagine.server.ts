import { PortalError } from '../../platform/errors.ts';
import { jpegSenzaMetadati } from './jpeg.server.ts';
import { pngSenzaMetadati } from './png.server.ts';
import { rifiuto } from './rifiuto.server.ts';

/**
 * Most pixels a picture may unfold into: above it is a decompression bomb, or a photo nobody needs to settle a case.
 */
export const MAX_PIXEL = 40_000_000;
const LATO_MINIATURA = 320;
const LIMITE_SECONDI = 10;

/**
 * The same picture without metadata (position, device, author, comments), pixels untouched.
 *
 * @throws PortalError `invalid` when the file is incomplete
 */
export function senzaMetadati(tipo: 'jpeg' | 'png', bytes: Uint8Array): Buffer {
  const b = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return tipo === 'jpeg' ? jpegSenzaMetadati(b) : pngSenzaMetadati(b);
}

/**
 * A thumbnail: JPEG, upright, sides at most 320 px, without metadata. Decoding the whole picture is also the proof
 * that it is one.
 *
 * @param bytes a JPEG or PNG
 * @throws PortalError `invalid` when it cannot be decoded, is truncated, or unfolds into more than {@link MAX_PIXEL}
 */
export function miniatura(bytes: Uint8Array): Promise<Buffer> {
  return unoAllaVolta(async () => {
    const sharp = await motore();
    const opzioni = { limitInputPixels: MAX_PIXEL, failOn: 'error', autoOrient: true } as const;
    try {
      const { width, height } = await sharp(bytes, { ...opzioni, limitInputPixels: false }).metadata();
      if (width * height > MAX_PIXEL) throw troppiPixel();
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
  });
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

let turno: Promise<unknown> = Promise.resolve();

function unoAllaVolta<T>(lavoro: () => Promise<T>): Promise<T> {
  const esito = turno.then(lavoro);
  // The fault belongs to whoever awaits `esito`; the next in line only waits for the end.
  turno = esito.then(
    () => undefined,
    () => undefined,
  );
  return esito;
}

function troppiPixel() {
  return rifiuto('Questa immagine ha più di 40 megapixel. Salvala in un formato più piccolo e riprova.');
}
