/** Makes a large photo smaller before it is sent, so that it arrives sooner on a slow line. */

/** Longest side in pixels: a house number or the small print of a document can still be read. */
const LONGEST_SIDE = 2560;
const JPEG_QUALITY = 0.85;

/**
 * @returns the photo as a smaller JPEG, upright; the file itself when it is no photo, cannot be decoded here (HEIC in most
 * browsers) or would not become smaller. A PNG is a drawing or a screenshot, whose lines a JPEG would blur.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!/^image\/(jpe?g|hei[cf])$/.test(file.type)) return file;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  const { width, height } = shrunkSides(picture);
  const isLarge = picture.width > width;
  const canvas = Object.assign(document.createElement('canvas'), isLarge && { width, height });
  const context = canvas.getContext('2d');
  if (context && isLarge) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
  }
  picture.close();
  if (!context || !isLarge) return file;
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY));
  if (blob?.type !== 'image/jpeg' || blob.size >= file.size) return file;
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type });
}

/** The sides within the limit, in the same proportion. */
export function shrunkSides({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
