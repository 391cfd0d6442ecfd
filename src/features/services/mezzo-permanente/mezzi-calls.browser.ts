/** The calls behind the buttons of the list, loaded when the first is pressed. */
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { newSendKey } from '../../../platform/key.browser.ts';
import { mezziCalls } from './mezzo.calls.ts';

/** @param button its value is `togli:id`, `rimetti:id` or `duplica:id` @returns id of a new row */
export async function callForButton(button: HTMLButtonElement): Promise<string | undefined> {
  const [azione, id = ''] = button.value.split(':');
  if (azione === 'togli') {
    // Removed in another window meanwhile: that is what was asked for.
    await sendCall(mezziCalls.togliMezzo, { id }).catch((error) => {
      if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
    });
    return undefined;
  }
  if (azione !== 'duplica') {
    await sendCall(mezziCalls.rimettiMezzo, { id });
    return undefined;
  }
  // The key is kept until there is an answer: a second press without one adds no second device.
  const { dataset } = button;
  dataset.chiave ??= newSendKey();
  const { Id } = await sendCall(mezziCalls.duplicaMezzo, { id }, { key: dataset.chiave });
  delete dataset.chiave;
  return Id;
}
