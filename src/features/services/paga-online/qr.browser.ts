/**
 * Reads the QR code of a letter from a photo or the camera, in the browser: nothing is uploaded. The browser's own detector where
 * there is one, else a library that is fetched then.
 */

/** As the Barcode Detection API has it; not yet in TypeScript's library. */
type QrDetector = { detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]> };
type QrDetectorClass = {
  new (options: { formats: string[] }): QrDetector;
  getSupportedFormats(): Promise<string[]>;
};

/** Longest sides at which a photo is looked at, in pixels: a small code needs the large one, a blurred code a small one. */
const PHOTO_SIDES = [1600, 900, 500];
/** Milliseconds that the library may try at one size. */
const PHOTO_TIME_MS = 700;
const FRAME_TIME_MS = 60;

let qrDetector: Promise<QrDetector | null> | undefined;

/** @returns what the code in it says, null when none is found @throws when it is no image that the browser can open */
export async function readPhoto(file: Blob): Promise<string | null> {
  const image = await createImageBitmap(file);
  try {
    const detected = await readWithBrowser(image);
    if (detected !== null) return detected;
    for (const side of PHOTO_SIDES) {
      const text = await readWithLibrary(image, side, PHOTO_TIME_MS);
      if (text !== null) return text;
    }
    return null;
  } finally {
    image.close();
  }
}

/** One look through the camera. */
export async function readFrame(video: HTMLVideoElement): Promise<string | null> {
  if (video.videoWidth === 0) return null;
  qrDetector ??= findBrowserDetector();
  return (await qrDetector) ? readWithBrowser(video) : readWithLibrary(video, 800, FRAME_TIME_MS);
}

async function readWithBrowser(source: ImageBitmap | HTMLVideoElement): Promise<string | null> {
  qrDetector ??= findBrowserDetector();
  const found = (await (await qrDetector)?.detect(source).catch(() => [])) ?? [];
  // A letter may carry others beside it.
  const best = found.find(({ rawValue }) => rawValue.startsWith('PAGOPA|')) ?? found[0];
  return best?.rawValue ?? null;
}

/** On some systems the class is there and can read nothing. */
async function findBrowserDetector(): Promise<QrDetector | null> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: QrDetectorClass };
  const formats = await Detector?.getSupportedFormats().catch((): string[] => []);
  return Detector && formats?.includes('qr_code') ? new Detector({ formats: ['qr_code'] }) : null;
}

async function readWithLibrary(
  source: ImageBitmap | HTMLVideoElement,
  side: number,
  timeLimit: number,
): Promise<string | null> {
  const { decodeQR } = await import('qr/decode.js');
  const [width, height] =
    source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height];
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) return null;
  drawing.drawImage(source, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(drawing.getImageData(0, 0, canvas.width, canvas.height), { timeLimit, effort: 4 });
  } catch {
    // Its way to say that it sees no code.
    return null;
  }
}
