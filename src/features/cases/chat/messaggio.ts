/** How long a message may be, and where its files wait. Pure; server and browser. */
import type { PraticaSide } from '../pratica/stati.ts';

/** Characters. */
export const MAX_MESSAGGIO_LENGTH = 2000;

/** Where files wait for the next message of one side: `percorso` of their upload. No e-mail in it: it is kept in the store. */
export function readyFilesPath(id: string, vista: PraticaSide): string {
  return `/chat/${vista}/${id}`;
}
