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
  if (problem) return showOutcome('alert-danger', problem);
  const buttons = [...form.querySelectorAll<HTMLButtonElement>('button')];
  for (const button of buttons) button.disabled = true;
  addEventListener('beforeunload', keepPage);
  try {
    const outcome = await changeEach(boxes, {
      azione,
      fields: fieldsOf(azione, typed),
      key: typed._chiave ?? newSendKey(),
    });
    removeEventListener('beforeunload', keepPage);
    showEnd(outcome);
    if (outcome.done === boxes.length) return location.assign(addressAfter(location.search, outcome.done));
    await renewRows(boxes.filter(({ checked }) => !checked));
    // Another press is another thing to do, even with the cases that are done.
    const key = form.querySelector<HTMLInputElement>('[name="_chiave"]');
    if (key) key.value = newSendKey();
  } finally {
    removeEventListener('beforeunload', keepPage);
    for (const button of buttons) button.disabled = false;
    showTicks();
  }
}

const keepPage = (event: Event) => event.preventDefault();

type BulkWork = { azione: BulkAzione; fields: Record<string, string>; key: string };
/** @property stopped why the rest was not tried */
type BulkEnd = { done: number; failed: FailedPratica[]; of: number; stopped: string | undefined };

async function changeEach(boxes: readonly HTMLInputElement[], { azione, fields, key }: BulkWork): Promise<BulkEnd> {
  const outcome: BulkEnd = { done: 0, failed: [], of: boxes.length, stopped: undefined };
  const bar = showBar(boxes.length, () => {
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
      bar.show(outcome.done + outcome.failed.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  } finally {
    bar.hide();
  }
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

/** @param stop called by the button */
function showBar(total: number, stop: () => void): { show(n: number): void; hide(): void } {
  const place = document.querySelector<HTMLElement>('#avanzare');
  const bar = place?.querySelector('progress');
  const words = place?.querySelector('span');
  const button = place?.querySelector('button');
  if (!place || !bar || !words || !button) return { show: () => undefined, hide: () => undefined };
  bar.max = total;
  const show = (n: number) => {
    bar.value = n;
    words.textContent = `${n} di ${total}`;
  };
  show(0);
  place.hidden = false;
  button.addEventListener('click', stop);
  button.focus();
  return {
    show,
    hide: () => {
      button.removeEventListener('click', stop);
      place.hidden = true;
    },
  };
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
  showOutcome('alert-danger', parts.join(' '), failed);
}

function showOutcome(className: string, words: string, failed: readonly FailedPratica[] = []): void {
  const place = document.querySelector('#esito');
  const box = Object.assign(document.createElement('div'), { className: `alert ${className}`, tabIndex: -1 });
  box.setAttribute('role', 'alert');
  const text = Object.assign(document.createElement('p'), { textContent: words });
  box.append(text);
  if (failed.length > 0) {
    const list = document.createElement('ul');
    list.append(
      ...failed.map(({ name, why }) => Object.assign(document.createElement('li'), { textContent: `${name}: ${why}` })),
    );
    box.append(list);
  }
  place?.replaceChildren(box);
  box.focus();
}
