/** Saves the draft of a form from the browser. */
import { sendCall } from '../../../platform/client.browser.ts';
import { bozzaCalls } from './bozza.calls.ts';
import type { Bozza } from './bozza.contract.ts';
import { $sendKey } from './bozza.store.ts';

export type TypedBozza = Pick<Bozza, 'percorso' | 'passo' | 'valori'>;

/** @throws PortalError, CallError */
export async function sendBozza(bozza: TypedBozza, options: { keepalive?: boolean } = {}): Promise<void> {
  const { chiave } = await sendCall(bozzaCalls.salvaBozza, bozza, options);
  $sendKey.set(chiave);
}
