/** What the buttons of the list call. Fetched when the first is pressed. */
import { send } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { nuovaChiave } from '../../../platform/key.browser.ts';
import { operations } from './mezzo.contract.ts';

/** @param bottone its value is `togli:id`, `rimetti:id` or `duplica:id` @returns id of the row that changed, or came */
export async function chiama(bottone: HTMLButtonElement): Promise<string> {
  const [azione, id = ''] = bottone.value.split(':');
  if (azione === 'togli') {
    // Removed in another window meanwhile: that is what was asked for.
    await send(operations.togliMezzo, { id }).catch((error) => {
      if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
    });
    return id;
  }
  if (azione !== 'duplica') {
    const { Id, mezzo = Id } = await send(operations.rimettiMezzo, { id });
    return mezzo;
  }
  // Kept until there is an answer: pressed again without one, it adds no second device.
  const { dataset } = bottone;
  dataset.chiave ??= nuovaChiave();
  const { Id } = await send(operations.duplicaMezzo, { id }, { key: dataset.chiave });
  delete dataset.chiave;
  return Id;
}
