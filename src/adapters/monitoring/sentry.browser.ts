/** Reports errors and load times of pages to Sentry from the browser; loaded only where monitoring is switched on. */
import { captureException, init, linkedErrorsIntegration, startInactiveSpan } from '@sentry/browser';
import { firstSightings, isReported, scrubEvent } from '../../platform/monitoring/filter.ts';
import type { PageMonitoring } from '../../platform/monitoring/monitoring.browser.ts';

/**
 * Starts the SDK in the browser with only what we use: errors and a trace of every page (rate 1), no replay (rate 0, and its code
 * is not loaded), no breadcrumbs, no sessions, no header added to our calls.
 * @returns the function that reports an error: once, and only when it is ours
 */
export function startSdk({ dsn, route, environment, release }: PageMonitoring): (error: unknown) => void {
  init({
    dsn,
    environment,
    release,
    sendDefaultPii: false,
    sendClientReports: false,
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0,
    replaysOnErrorSampleRate: 0,
    maxBreadcrumbs: 0,
    tracePropagationTargets: [],
    transportOptions: { fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' } },
    defaultIntegrations: false,
    integrations: [linkedErrorsIntegration()],
    beforeSend: (event, { originalException }) => (isOurs(originalException) ? scrubEvent(event) : null),
    beforeSendTransaction: scrubEvent,
  });
  tracePage(route);
  const first = firstSightings();
  const told = new Set<string>();
  return (error) => {
    if (!isOurs(error) || !first(error)) return;
    // The same bug in a timer or in every render is reported once a page.
    const bug = error instanceof Error ? `${error.message}${error.stack}` : String(error);
    if (told.has(bug)) return;
    told.add(bug);
    captureException(error, { tags: { route } });
  };
}

/** In the browser a PortalError is always the answer of a call. */
function isOurs(error: unknown): boolean {
  return isReported(error) && !(error instanceof Error && error.name === 'PortalError');
}

/**
 * One trace for each page, from the browser's own timing. The SDK's tracing integration would cost 18 KB more to transfer, patch
 * fetch and history, and record addresses, which contain e-mail addresses and ids.
 */
function tracePage(route: string): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!page) return;
  const at = (ms: number): number => (performance.timeOrigin + ms) / 1000; // spans are timed in seconds
  const attributes = { 'sentry.source': 'route' } as const;
  const whole = startInactiveSpan({
    name: route,
    op: 'pageload',
    startTime: at(0),
    forceTransaction: true,
    attributes,
  });
  const parts = [
    { name: 'connect', from: page.fetchStart, to: page.requestStart },
    { name: 'wait', from: page.requestStart, to: page.responseStart },
    { name: 'response', from: page.responseStart, to: page.responseEnd },
    { name: 'document', from: page.responseEnd, to: page.domContentLoadedEventEnd },
    { name: 'load', from: page.domContentLoadedEventEnd, to: page.loadEventEnd },
  ];
  for (const { name, from, to } of parts) {
    startInactiveSpan({ name, op: 'browser', startTime: at(from), parentSpan: whole }).end(at(to));
  }
  whole.end(at(page.loadEventEnd));
}
