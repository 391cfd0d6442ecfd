/** Makes the operators' list quick to work at: counts ticks, listens to keys, renews the numbers, and sends what is done to the ticked cases. */

import { isBulkAzione } from './bulk.ts';
import { startCounts } from './counts.browser.ts';
import { startKeys } from './keys.browser.ts';
import { startTicks } from './ticks.browser.ts';

/** @param sign what the operator did first, which is a key of the desk like any later one */
export function startDesk(sign?: Event): void {
  startTicks();
  startKeys(sign);
  startCounts();
  const form = document.querySelector<HTMLFormElement>('form#insieme');
  form?.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement) || !isBulkAzione(submitter.value)) return;
    event.preventDefault();
    const azione = submitter.value;
    // A script that does not arrive leaves the plain post.
    import('./bulk.browser.ts').then(
      ({ changeTicked }) => changeTicked(form, azione),
      () => {
        const field = Object.assign(document.createElement('input'), {
          type: 'hidden',
          name: '_azione',
          value: azione,
        });
        form.append(field);
        form.submit();
      },
    );
  });
}
