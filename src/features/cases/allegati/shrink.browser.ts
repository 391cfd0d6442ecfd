/// <reference types="astro/client" />
/** Makes a large photo smaller before it is sent, so that it arrives sooner on a slow line. */
import workerUrl from './shrink.worker.ts?worker&url';
import { OFF_PAGE, smallerPhoto } from './smaller-photo.ts';

/**
 * @returns the photo as a smaller JPEG, upright; the file itself when it is no photo, cannot be decoded here (HEIC in most
 * browsers) or would not become smaller. A PNG is a drawing or a screenshot, whose lines a JPEG would blur.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!/^image\/(jpe?g|hei[cf])$/.test(file.type)) return file;
  const blob = await (OFF_PAGE ? besideThePage(file).catch(() => smallerPhoto(file)) : smallerPhoto(file));
  if (blob?.type !== 'image/jpeg' || blob.size >= file.size) return file;
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type });
}

/** Drawing takes seconds on a slow telephone. @throws Event when the worker's file does not come, as without a connection */
function besideThePage(file: File): Promise<Blob | undefined> {
  const worker = new Worker(workerUrl, { type: 'module' });
  const drawn = new Promise<Blob | undefined>((done, failed) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | undefined>) => done(data);
    worker.onerror = failed;
  });
  worker.postMessage(file);
  return drawn.finally(() => worker.terminate());
}
