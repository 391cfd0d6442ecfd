/** Changes the ticked cases by one call for each, a few at a time, with what is done in sight and a button that stops it. */
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { newSendKey } from '../../../platform/key.browser.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { fetchPage } from '../../../platform/renew.browser.ts';
import { bulkCalls } from './bulk.calls.ts';
import type { BulkAzione } from './bulk.contract.ts';
import { addressAfter, doneInWords, fieldsOf, keyOfPratica, problemOf, reasonOf, TICKED_FIELD } from './bulk.ts';
import { showTicks, tickBoxes } from './ticks.browser.ts';

/** Calls under way at once. */
const IN_FLIGHT = 4;
/** After one of these no further call is worth trying. */
const ENDING_CODES: readonly string[] = ['anonymous', 'forbidden', 'token', 'too_many', 'unavailable'];

type FailedPratica = { name: string; why: string };

export async function changeTicked(form: HTMLFormElement, azione: BulkAzione): Promise<void> {
  const typed = Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const boxes = tickBoxes().filter(({ checked }) => checked);
  const problem = problemOf(azione, typed, boxes.length);
  if (problem) return showOutcome(problem);
  const buttons = [...form.querySelectorAll<HTMLButtonElement>('button')];
  for (const button of buttons) button.disabled = true;
  const end = new AbortController();
  const { signal } = end;
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  try {
    const work = { azione, fields: fieldsOf(azione, typed), key: typed._chiave ?? newSendKey(), signal };
    const outcome = await changeEach(boxes, work).finally(() => end.abort());
    showEnd(outcome);
    if (outcome.done === boxes.length) return location.assign(addressAfter(location.search, outcome.done));
    await renewRows(boxes.filter(({ checked }) => !checked));
    // Another press is another thing to do, even with the cases that are done.
    const key = form.querySelector<HTMLInputElement>('[name="_chiave"]');
    if (key) key.value = newSendKey();
  } finally {
    for (const button of buttons) button.disabled = false;
    showTicks();
  }
}

/** @property signal ends with the last call */
type BulkWork = { azione: BulkAzione; fields: Record<string, string>; key: string; signal: AbortSignal };
/** @property stopped why the rest was not tried */
type BulkEnd = { done: number; failed: FailedPratica[]; of: number; stopped: string | undefined };

async function changeEach(
  boxes: readonly HTMLInputElement[],
  { azione, fields, key, signal }: BulkWork,
): Promise<BulkEnd> {
  const outcome: BulkEnd = { done: 0, failed: [], of: boxes.length, stopped: undefined };
  const show = showBar(boxes.length, signal, () => {
    outcome.stopped ??= 'Ti sei fermato prima della fine.';
  });
  const waiting = [...boxes];
  const work = async () => {
    for (let box = waiting.shift(); box && outcome.stopped === undefined; box = waiting.shift()) {
      const id = box.name.slice(TICKED_FIELD.length);
      try {
        await sendCall(bulkCalls.lavoraPratica, { id, azione, ...fields }, { key: keyOfPratica(id, key) });
        box.checked = false;
        outcome.done += 1;
      } catch (error) {
        if (error instanceof CallError || (error instanceof PortalError && ENDING_CODES.includes(error.code)))
          outcome.stopped ??= error.message;
        else if (error instanceof PortalError) outcome.failed.push({ name: box.value, why: reasonOf(error) });
        else throw error;
      }
      show(outcome.done + outcome.failed.length);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return outcome;
}

/** Shows the cases that were changed as they are now, each in its place; one that has left the list stays as it was. */
async function renewRows(changed: readonly HTMLInputElement[]): Promise<void> {
  const page = await fetchPage(location.href).catch(() => undefined);
  if (!page) return;
  for (const { id } of changed) {
    const row = page.getElementById(id)?.closest('tr');
    const box = row?.querySelector('input');
    if (!row || !box) continue;
    box.checked = false;
    document.getElementById(id)?.closest('tr')?.replaceWith(row);
  }
}

/** The bar is there until `signal` ends. @param stop called by its button */
function showBar(total: number, signal: AbortSignal, stop: () => void): (n: number) => void {
  const place = document.querySelector<HTMLElement>('#avanzare');
  const bar = place?.querySelector('progress');
  const words = place?.querySelector('span');
  const button = place?.querySelector('button');
  if (!place || !bar || !words || !button) return () => undefined;
  const show = (n: number) => {
    Object.assign(bar, { max: total, value: n });
    words.textContent = `${n} di ${total}`;
  };
  show(0);
  place.hidden = false;
  button.addEventListener('click', stop, { signal });
  button.focus();
  signal.addEventListener('abort', () => {
    place.hidden = true;
  });
  return show;
}

function showEnd({ done, failed, of, stopped }: BulkEnd): void {
  if (done === of) return;
  const left = of - done - failed.length;
  const parts = [
    ...(done > 0 ? [doneInWords(done)] : []),
    ...(stopped ? [stopped] : []),
    ...(left > 0 ? [left === 1 ? 'Una pratica resta spuntata.' : `${left} pratiche restano spuntate.`] : []),
    ...(failed.length > 0 ? ['Queste pratiche non sono cambiate, e restano spuntate:'] : []),
  ];
  showOutcome(parts.join(' '), failed);
}

/** In the box that the page has for it, as it comes after a plain post. */
function showOutcome(words: string, failed: readonly FailedPratica[] = []): void {
  const place = document.querySelector('#esito');
  const box = place?.querySelector<HTMLElement>('[role="alert"]');
  const text = box?.querySelector('p');
  const list = box?.querySelector('ul');
  if (!box || !text || !list) return;
  place?.querySelector('[role="status"]')?.remove();
  text.textContent = words;
  list.replaceChildren(
    ...failed.map(({ name, why }) => Object.assign(document.createElement('li'), { textContent: `${name}: ${why}` })),
  );
  list.hidden = failed.length === 0;
  box.hidden = false;
  box.focus();
}
