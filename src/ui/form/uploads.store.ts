/** The uploads of a page, shared by the fields in which files are chosen and by what waits for them. Written in the browser only. */
import { atom } from 'nanostores';
import type { FieldErrors } from '../../platform/errors.ts';

/** Resolves when all uploads are over, with why files were refused, by field; undefined: none is under way, and all was told. */
export const $uploads = atom<Promise<FieldErrors> | undefined>(undefined);

/**
 * Runs an upload after those that are under way.
 * @param upload resolves with why files were refused, by field
 * @param isTold did a field on screen tell what was refused? If none did, the next `waitForUploads` does
 */
export async function queueUpload(upload: () => Promise<FieldErrors>, isTold: () => boolean): Promise<void> {
  const earlier = $uploads.get();
  const all = (async () => ({ ...(await earlier), ...(await upload()) }))();
  $uploads.set(all);
  await all;
  if (isTold() && $uploads.get() === all) $uploads.set(undefined);
}

/** Waits for the uploads that are under way. @returns why files were refused, by field */
export async function waitForUploads(): Promise<FieldErrors> {
  const waited = $uploads.get();
  const refused = (await waited) ?? {};
  if ($uploads.get() === waited) $uploads.set(undefined);
  return refused;
}
