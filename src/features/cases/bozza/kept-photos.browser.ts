/** Files that are chosen for a form without a connection: the browser keeps them, and sends them when it is back. */

import * as z from 'zod/mini';
import { sendCall } from '../../../platform/client.browser.ts';
import { newSendKey } from '../../../platform/key.browser.ts';
import { allegatoCalls } from '../allegati/allegati.calls.ts';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { $allegati } from '../allegati/allegati.store.ts';
import { $fileKeeper, isKeptHere, KEPT_ID } from '../allegati/kept-files.ts';
import { copyKey } from './copy-key.browser.ts';
import { forgetRecords, keepRecord, listKept, openRecord, renewRecord } from './kept.browser.ts';
import { isShellPage, photosName } from './kept-mark.ts';

const PHOTO_PREFIX = 'foto:';
/** Of all that wait in one browser: five reports with ten photos each, which are made smaller before. */
const MOST_BYTES = 100 * 1024 * 1024;

/** @property chiave of the report that waits with it; without one it belongs to the form that is open */
const keptPhoto = z.object({
  percorso: z.string(),
  nome: z.string(),
  tipo: z.string(),
  dimensione: z.number(),
  nota: z.optional(z.string()),
  chiave: z.optional(z.string()),
});
type KeptPhoto = z.infer<typeof keptPhoto>;

const nameOf = (id: string): string => PHOTO_PREFIX + id.slice(KEPT_ID.length);

/** From now on a file that cannot be sent to this form for want of a connection is kept. @param path of the form */
export function keepPhotosOf(path: string): void {
  $fileKeeper.set({
    path,
    isShell: isShellPage(),
    keep: (file) => keepPhoto(path, file),
    forget: async (id) => {
      await forgetRecords([nameOf(id)]);
      await markPhotos(path);
    },
    annotate: (id, nota) => changePhoto(id, (photo) => ({ ...photo, nota: nota || undefined })),
    send: () => sendPhotos(path),
  });
}

async function keepPhoto(path: string, file: File): Promise<ShownAllegato | undefined> {
  const key = await copyKey();
  if (!key) return undefined;
  const id = KEPT_ID + newSendKey();
  const shown = { nome: file.name, tipo: file.type, dimensione: file.size };
  try {
    const all = await listKept(PHOTO_PREFIX);
    if (all.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), file.size) > MOST_BYTES) return undefined;
    await keepRecord(
      key,
      nameOf(id),
      { percorso: path, ...shown } satisfies KeptPhoto,
      new Uint8Array(await file.arrayBuffer()),
    );
    localStorage.setItem(photosName(path), '1');
  } catch {
    return undefined; // storage full or forbidden
  }
  return { Id: id, ...shown, miniatura: false };
}

async function changePhoto(id: string, change: (photo: KeptPhoto) => KeptPhoto): Promise<void> {
  const key = await copyKey();
  const found = key && (await openPhoto(key, nameOf(id)));
  if (key && found) await renewRecord(key, nameOf(id), change(found.photo));
}

/** Photos of the open form become those of a report that waits. @param ids of files, as the form shows them */
export async function holdPhotos(ids: readonly string[], path: string, chiave: string): Promise<void> {
  for (const id of ids.filter(isKeptHere)) await changePhoto(id, (photo) => ({ ...photo, chiave }));
  await markPhotos(path);
}

async function openPhoto(
  key: CryptoKey,
  name: string,
): Promise<{ photo: KeptPhoto; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const { value, bytes } = (await openRecord(key, name)) ?? {};
  const photo = keptPhoto.safeParse(value).data;
  return photo && bytes && { photo, bytes };
}

/**
 * Uploads one photo; the same key makes one file of it, however often the answer is lost.
 * @param path under which the portal keeps it until it is sent
 * @returns undefined when it is not kept any more
 * @throws PortalError, CallError
 */
export async function uploadPhoto(key: CryptoKey, id: string, path: string): Promise<ShownAllegato | undefined> {
  const found = await openPhoto(key, nameOf(id));
  if (!found) return undefined;
  const { nome, tipo, nota } = found.photo;
  const file = new File([found.bytes], nome, { type: tipo });
  // In the draft it is another file than in the report that waited.
  const sendKey = `${id}-${path === found.photo.percorso ? 'bozza' : 'coda'}`;
  return sendCall(allegatoCalls.caricaFile, { file, percorso: path, note: nota }, { key: sendKey });
}

export const forgetPhotos = (ids: readonly string[]): Promise<void> => forgetRecords(ids.map(nameOf));

/** Uploads the photos of the form that is open or was left. @returns those that arrived, by the id they had here */
export async function sendPhotos(path: string): Promise<Map<string, ShownAllegato>> {
  const arrived = new Map<string, ShownAllegato>();
  const key = isShellPage() ? undefined : await copyKey();
  if (!key) return arrived;
  for (const { name } of await listKept(PHOTO_PREFIX)) {
    const found = await openPhoto(key, name);
    if (found?.photo.percorso !== path || found.photo.chiave) continue;
    const id = KEPT_ID + name.slice(PHOTO_PREFIX.length);
    const file = await uploadPhoto(key, id, path);
    if (file) arrived.set(id, file);
    await forgetPhotos([id]);
  }
  const shown = $allegati.get();
  if (shown && arrived.size > 0) $allegati.set(shown.map((file) => arrived.get(file.Id) ?? file));
  await markPhotos(path);
  return arrived;
}

/** Says whether photos are left for the form, without a look into the database. */
async function markPhotos(path: string): Promise<void> {
  const key = await copyKey();
  const photos = key ? await Promise.all((await listKept(PHOTO_PREFIX)).map(({ name }) => openPhoto(key, name))) : [];
  if (!photos.some((found) => found?.photo.percorso === path && !found.photo.chiave))
    localStorage.removeItem(photosName(path));
}
