/** Runs on every page. The only browser file that imports an error reporter. */
import { guardNavigation } from './platform/bot-check/navigation.browser.ts';
import { watchErrors } from './platform/monitoring/monitoring.browser.ts';

export function startPage(): void {
  // What this browser could not send waits in it, for its person.
  if (/in-attesa/.test(document.cookie))
    void import('./features/cases/coda/coda-sign.browser.ts').then((m) => m.startCoda());
  guardNavigation();
  watchErrors(async (page) => (await import('./adapters/monitoring/sentry.browser.ts')).startSdk(page));
}
