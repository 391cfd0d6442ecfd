/**
 * Reads the QR code of a letter from a photo or the camera, in the browser: nothing is uploaded. Uses the browser's own detector, or else a
 * library that is loaded then.
 */

/** The Barcode Detection API, which TypeScript's library does not have yet. */
type QrDetector = { detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]> };
type QrDetectorClass = {
  new (options: { formats: string[] }): QrDetector;
  getSupportedFormats(): Promise<string[]>;
};

/** Longest sides to which a photo is scaled, in pixels: a small code needs the large one, a blurred code a small one. */
const PHOTO_SIDES = [1600, 900, 500];
/** Time for the library at one size, in ms. */
const PHOTO_TIME_MS = 700;
const FRAME_TIME_MS = 60;

let qrDetector: Promise<QrDetector | null> | undefined;

/** @returns the text of the code, null when none is found @throws when the browser cannot open the image */
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

/** Looks at the current picture of the camera. */
export async function readFrame(video: HTMLVideoElement): Promise<string | null> {
  if (video.videoWidth === 0) return null;
  qrDetector ??= findBrowserDetector();
  return (await qrDetector) ? readWithBrowser(video) : readWithLibrary(video, 800, FRAME_TIME_MS);
}

async function readWithBrowser(source: ImageBitmap | HTMLVideoElement): Promise<string | null> {
  qrDetector ??= findBrowserDetector();
  const found = (await (await qrDetector)?.detect(source).catch(() => [])) ?? [];
  // A letter may have other codes beside it.
  const best = found.find(({ rawValue }) => rawValue.startsWith('PAGOPA|')) ?? found[0];
  return best?.rawValue ?? null;
}

/** On some systems the class exists and can read nothing. */
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
    // The library throws when it finds no code.
    return null;
  }
}
