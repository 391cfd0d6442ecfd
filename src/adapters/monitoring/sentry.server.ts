/** Monitoring of the server by Sentry: errors, and how long requests take, with personal data taken out. */
import { firstSightings, isReported, placeName, scrubEvent } from '../../platform/monitoring/filter.ts';
import { errorLine, type MonitoringPort } from '../../platform/monitoring/monitoring.server.ts';
import { currentRequest } from '../../platform/monitoring/request.server.ts';

export type SentrySettings = { dsn: string; environment: string; release?: string };

/**
 * Reports to Sentry, and to the log as well, so that an error is found when Sentry is down. Everything is traced (rate 1), by our
 * own spans only: the SDK's integrations are left out, because they patch http and the databases, and would send addresses,
 * headers and queries. Call it only with a DSN: the SDK costs 60 MB and half a second, and is not even loaded without.
 */
export async function sentryMonitoring(
  { dsn, environment, release }: SentrySettings,
  write: (line: string) => void = console.error,
): Promise<MonitoringPort> {
  const sentry = await import('@sentry/node');
  sentry.init({
    dsn,
    environment,
    release,
    sendDefaultPii: false,
    sendClientReports: false,
    includeServerName: false,
    tracesSampleRate: 1,
    maxBreadcrumbs: 0,
    tracePropagationTargets: [],
    registerEsmLoaderHooks: false,
    // One connection for all reports: otherwise every trace would open (and encrypt) its own.
    transportOptions: { keepAlive: true },
    defaultIntegrations: false,
    integrations: [sentry.linkedErrorsIntegration()],
    beforeSend: (event, { originalException }) => (isReported(originalException) ? scrubEvent(event) : null),
    beforeSendTransaction: (event) => scrubEvent(event),
  });
  const first = firstSightings();
  return {
    report(error, where) {
      if (!isReported(error) || !first(error)) return;
      write(errorLine(error, where));
      sentry.withScope((scope) => {
        scope.setTransactionName(placeName(where.route));
        scope.setTags({ ...where, request_id: currentRequest()?.id });
        sentry.captureException(error);
      });
    },
    span: (name, work) =>
      sentry.startSpan({ name: placeName(name), op: 'http.server', attributes: { 'sentry.source': 'route' } }, work),
    async flush(ms) {
      await sentry.flush(ms);
    },
  };
}
