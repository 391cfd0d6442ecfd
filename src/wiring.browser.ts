/** What runs on every page, and the only file of the browser that knows which error reporter is in use. */
import { guardNavigation } from './platform/bot-check/navigation.browser.ts';
import { watchErrors } from './platform/monitoring/monitoring.browser.ts';

export function startPage(): void {
  guardNavigation();
  watchErrors(async (page) => (await import('./adapters/monitoring/sentry.browser.ts')).startSdk(page));
}
