/** The maximum length of a message, and the path under which its files wait. Pure; server and browser. */
import type { PraticaSide } from '../pratica/stati.ts';

/** In characters. */
export const MAX_MESSAGGIO_LENGTH = 2000;

/** The `percorso` of uploads for the next message of one side. It holds no e-mail address, because the store keeps it. */
export function readyFilesPath(id: string, vista: PraticaSide): string {
  return `/chat/${vista}/${id}`;
}
