/** Draws a large photo at a smaller size: in a worker thread, or where there is none in the page. */

/** Longest side in pixels: a house number or the small print of a document can still be read. */
const LONGEST_SIDE = 2560;
const JPEG_QUALITY = 0.85;

type PhotoSides = { width: number; height: number };

/** Safari before 16.4 draws on a canvas of the page alone, so that a worker is of no use to it. */
export const OFF_PAGE = 'OffscreenCanvas' in globalThis;

/** @returns the photo as a JPEG, upright; undefined when it is within the limit, or cannot be decoded or drawn here (HEIC in most browsers) */
export async function smallerPhoto(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const sides = shrunkSides(picture);
  const smaller = picture.width > sides.width ? await drawSmaller(picture, sides).catch(() => undefined) : undefined;
  picture.close();
  return smaller;
}

async function drawSmaller(picture: ImageBitmap, { width, height }: PhotoSides): Promise<Blob | undefined> {
  const canvas = OFF_PAGE
    ? new OffscreenCanvas(width, height)
    : Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), 'image/jpeg', JPEG_QUALITY));
}

/** The sides within the limit, in the same proportion. */
export function shrunkSides({ width, height }: PhotoSides): PhotoSides {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
