/** Saves the draft of a form from the browser: at each step, and in the background when the citizen may leave the page. */
import { sendCall } from '../../../platform/client.browser.ts';
import { bozzaCalls } from './bozza.calls.ts';
import type { Bozza } from './bozza.contract.ts';
import { $sendKey } from './bozza.store.ts';

type TypedBozza = Pick<Bozza, 'percorso' | 'passo' | 'valori'>;

/** @throws PortalError, CallError */
export async function sendBozza(bozza: TypedBozza, options: { keepalive?: boolean } = {}): Promise<void> {
  const { chiave } = await sendCall(bozzaCalls.salvaBozza, bozza, options);
  $sendKey.set(chiave);
}

/**
 * The login has ended, and the call would save for a guest: what stands in the form is posted to its page, which keeps it for the
 * next login of the same person.
 */
export function leaveToOwner(form: HTMLFormElement): void {
  fetch(form.action, { method: 'POST', body: new FormData(form), keepalive: true }).catch((cause) =>
    console.debug(cause),
  );
}

/** The citizen does not wait for this: the next button saves the draft again, and reports a failure. */
export function sendBozzaUnasked(bozza: TypedBozza): void {
  sendBozza(bozza, { keepalive: true }).catch((cause) => console.debug(cause));
}
