/** Saves the draft of a form from the browser. */
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { bozzaCalls } from './bozza.calls.ts';
import type { Bozza, SeenBozza } from './bozza.contract.ts';
import { $bozzaConflict, $seenBozza, $sendKey } from './bozza.store.ts';

export type TypedBozza = Pick<Bozza, 'percorso' | 'passo' | 'valori'> & SeenBozza;

/** Names this page among all that write the same draft. */
export const PAGE_NAME = crypto.getRandomValues(new Uint32Array(3)).join('-');

/** @throws PortalError: a refusal because of another version is in `$bozzaConflict` as well; CallError */
export async function sendBozza(bozza: TypedBozza, options: { keepalive?: boolean } = {}): Promise<void> {
  try {
    const { chiave, aggiornata } = await sendCall(bozzaCalls.salvaBozza, bozza, options);
    $sendKey.set(chiave);
    $seenBozza.set(aggiornata);
    $bozzaConflict.set(undefined);
  } catch (cause) {
    await noteConflict(bozza.percorso, cause);
    throw cause;
  }
}

/** Asks what to keep when this is why the portal has refused a save or a send. */
export async function noteConflict(path: string, cause: unknown): Promise<void> {
  if (!(cause instanceof PortalError && cause.reason)) return;
  const conflict = await import('./late-conflict.browser.ts').then(
    (m) => m.findConflict(path, cause),
    () => undefined,
  );
  if (conflict) $bozzaConflict.set(conflict);
}
