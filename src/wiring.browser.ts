/** Runs on every page. The only browser file that imports an error reporter. */
import { guardNavigation } from './platform/bot-check/navigation.browser.ts';
import { watchErrors } from './platform/monitoring/monitoring.browser.ts';

export function startPage(): void {
  guardNavigation();
  watchErrors(async (page) => (await import('./adapters/monitoring/sentry.browser.ts')).startSdk(page));
}
