/**
 * Reads the QR code of a letter from a photo or the camera, in the browser: nothing is uploaded. The browser's own detector where
 * there is one, else a library that is fetched then.
 */

/** As the Barcode Detection API has it; not yet in TypeScript's library. */
type Rivelatore = { detect(da: ImageBitmapSource): Promise<{ rawValue: string }[]> };
type ClasseRivelatore = {
  new (opzioni: { formats: string[] }): Rivelatore;
  getSupportedFormats(): Promise<string[]>;
};

/** Longest sides at which a photo is looked at, in pixels: a small code needs the large one, a blurred code a small one. */
const LATI = [1600, 900, 500];
/** Milliseconds that the library may try at one size. */
const TEMPO_FOTO = 700;
const TEMPO_FOTOGRAMMA = 60;

let rivelatore: Promise<Rivelatore | null> | undefined;

/** @returns what the code in it says, null when none is found @throws when it is no image that the browser can open */
export async function leggiFoto(file: Blob): Promise<string | null> {
  const immagine = await createImageBitmap(file);
  try {
    const suo = await conIlBrowser(immagine);
    if (suo !== null) return suo;
    for (const lato of LATI) {
      const testo = await conLaLibreria(immagine, lato, TEMPO_FOTO);
      if (testo !== null) return testo;
    }
    return null;
  } finally {
    immagine.close();
  }
}

/** One look through the camera. */
export async function leggiFotogramma(video: HTMLVideoElement): Promise<string | null> {
  if (video.videoWidth === 0) return null;
  rivelatore ??= delBrowser();
  return (await rivelatore) ? conIlBrowser(video) : conLaLibreria(video, 800, TEMPO_FOTOGRAMMA);
}

async function conIlBrowser(da: ImageBitmap | HTMLVideoElement): Promise<string | null> {
  rivelatore ??= delBrowser();
  const trovati = (await (await rivelatore)?.detect(da).catch(() => [])) ?? [];
  // A letter may carry others beside it.
  const suo = trovati.find(({ rawValue }) => rawValue.startsWith('PAGOPA|')) ?? trovati[0];
  return suo?.rawValue ?? null;
}

/** On some systems the class is there and can read nothing. */
async function delBrowser(): Promise<Rivelatore | null> {
  const { BarcodeDetector: Classe } = globalThis as { BarcodeDetector?: ClasseRivelatore };
  const formati = await Classe?.getSupportedFormats().catch((): string[] => []);
  return Classe && formati?.includes('qr_code') ? new Classe({ formats: ['qr_code'] }) : null;
}

async function conLaLibreria(
  da: ImageBitmap | HTMLVideoElement,
  lato: number,
  timeLimit: number,
): Promise<string | null> {
  const { decodeQR } = await import('qr/decode.js');
  const [larga, alta] = da instanceof HTMLVideoElement ? [da.videoWidth, da.videoHeight] : [da.width, da.height];
  const scala = Math.min(1, lato / Math.max(larga, alta));
  const tela = document.createElement('canvas');
  tela.width = Math.max(1, Math.round(larga * scala));
  tela.height = Math.max(1, Math.round(alta * scala));
  const disegno = tela.getContext('2d', { willReadFrequently: true });
  if (!disegno) return null;
  disegno.drawImage(da, 0, 0, tela.width, tela.height);
  try {
    return decodeQR(disegno.getImageData(0, 0, tela.width, tela.height), { timeLimit, effort: 4 });
  } catch {
    // Its way to say that it sees no code.
    return null;
  }
}
