/** Draws a large photo at a smaller size: in a worker thread, or where there is none in the page. */

/** Longest side in pixels: a house number or the small print of a document can still be read. */
const LONGEST_SIDE = 2560;
const JPEG_QUALITY = 0.85;

/** @returns the photo as a JPEG, upright; undefined when it is within the limit, or cannot be decoded or drawn here (HEIC in most browsers) */
export async function smallerPhoto(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const { width, height } = shrunkSides(picture);
  const canvas =
    picture.width > width && 'OffscreenCanvas' in globalThis ? new OffscreenCanvas(width, height) : undefined;
  const context = canvas?.getContext('2d') ?? undefined;
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
  }
  picture.close();
  return context && canvas?.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY }).catch(() => undefined);
}

/** The sides within the limit, in the same proportion. */
export function shrunkSides({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
