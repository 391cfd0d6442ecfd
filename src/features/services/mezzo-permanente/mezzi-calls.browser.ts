/** The calls behind the buttons of the list, and the row as it is after them. Loaded when the first is pressed. */
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { newSendKey } from '../../../platform/key.browser.ts';
import { fetchPage, renewPart } from '../../../platform/renew.browser.ts';
import { mezziCalls } from './mezzo.calls.ts';

/**
 * @param button its value is `togli:id`, `rimetti:id` or `duplica:id`
 * @throws PortalError, CallError, and TypeError when the list does not arrive
 */
export async function pressButton(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const [azione = '', id = ''] = button.value.split(':');
  const newId = await callFor(azione, id, button);
  const rowId = newId === undefined ? (button.closest('li')?.id ?? '') : `mezzo-${newId}`;
  // Without its search the page has every row.
  const page = await fetchPage(location.pathname);
  // Another page is the answer when the declaration is closed or the login over: the reload follows it.
  if (!page) return location.reload();
  const old = document.getElementById(rowId);
  const row = page.getElementById(rowId);
  // In a back end a removed device is gone, and cannot be put back.
  if (!row && old) removeRow(old);
  if (row && old) old.replaceWith(row);
  else if (row) form.querySelector('.mezzi')?.append(row);
  if (row) {
    focusRow(row, azione !== 'duplica');
    tellOf(row, SPOKEN_TEXTS[azione] ?? '');
  }
  renewPart(page, '#totali');
}

/** @returns id of a new row */
async function callFor(azione: string, id: string, { dataset }: HTMLButtonElement): Promise<string | undefined> {
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
  dataset.chiave ??= newSendKey();
  const { Id } = await sendCall(mezziCalls.duplicaMezzo, { id }, { key: dataset.chiave });
  delete dataset.chiave;
  return Id;
}

const SPOKEN_TEXTS: Readonly<Record<string, string>> = {
  togli: 'Tolto: puoi annullare.',
  rimetti: 'Rimesso.',
  duplica: 'Aggiunto un mezzo uguale, in fondo all’elenco.',
};

function removeRow(row: HTMLElement): void {
  tellOf(row, 'Tolto.');
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  if (next) focusRow(next as HTMLElement, true);
}

/** Has a change of a row read aloud. */
function tellOf(row: HTMLElement, words: string): void {
  const spoken = document.getElementById('detto');
  if (spoken) spoken.textContent = `${row.querySelector('h2')?.textContent ?? ''}. ${words}`;
}

function focusRow(row: HTMLElement, preventScroll: boolean): void {
  row.tabIndex = -1;
  row.focus({ preventScroll });
}
