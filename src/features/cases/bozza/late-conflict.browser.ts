/** What a save that was refused because of another version asks; loaded only then. */
import { sendCall } from '../../../platform/client.browser.ts';
import type { PortalError } from '../../../platform/errors.ts';
import { bozzaCalls } from './bozza.calls.ts';
import { BOZZA_CHANGED, type BozzaConflict, conflictOf } from './bozza-conflict.ts';

/** @returns undefined for any other error */
export async function findConflict(path: string, refusal: PortalError): Promise<BozzaConflict | undefined> {
  const isHere = refusal.reason === BOZZA_CHANGED;
  const stored = isHere ? await sendCall(bozzaCalls.leggiBozza, { percorso: path }).catch(() => null) : null;
  return conflictOf(refusal, stored?.aggiornata);
}
