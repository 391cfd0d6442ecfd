/** Makes the operators' list quick to work at: counts ticks, listens to keys, renews the numbers, and sends what is done to the ticked cases. */

import { scriptForm } from '../../../platform/scripted-form.browser.ts';
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
  if (!form) return;
  scriptForm(form, {
    takes: (button) => isBulkAzione(button?.value ?? ''),
    async send(button) {
      const azione = button?.value ?? '';
      const bulk = await import('./bulk.browser.ts').catch(() => undefined);
      if (!bulk || !isBulkAzione(azione)) return 'post';
      await bulk.changeTicked(form, azione);
      return 'done';
    },
  });
}
