/** The path under which the files of a message wait. Pure; server and browser. */
import type { PraticaSide } from '../pratica/stati.ts';

/** The `percorso` of uploads for the next message of one side. It holds no e-mail address, because the store keeps it. */
export function readyFilesPath(id: string, vista: PraticaSide): string {
  return `/chat/${vista}/${id}`;
}
