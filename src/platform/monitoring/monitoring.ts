/** The port for errors and durations: to a provider, or to the log when there is none. */
import { firstSightings, isReported, placeName } from './filter.ts';
import { maskText } from './mask.ts';

/** @property route as in the table of routes, with its holes (`/segnalazione/chat/{email}/{id}`), never the requested path */
export type ReportPlace = { route: string; operation?: string };

/** Reports our own errors and durations. It never throws or makes a citizen wait. */
export type MonitoringPort = {
  /** Reports an error once, however often it is passed on; errors of calls are not reported (see isReported). */
  report: (error: unknown, where: ReportPlace) => void;
  /** Runs the work and measures it. @param name a route or an operation, never an address */
  span: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Waits until all reports are sent, at most `ms` milliseconds; called before the process ends. */
  flush: (ms: number) => Promise<void>;
};

/** Monitoring without a provider: each error of our own is one line of the log, without personal data. */
export function silentMonitoring(write: (line: string) => void = console.error): MonitoringPort {
  const first = firstSightings();
  return {
    report(error, where) {
      if (isReported(error) && first(error)) write(logLine(error, where));
    },
    span: (_name, work) => work(),
    flush: () => Promise.resolve(),
  };
}

const STACK_LINES = 5;

/** @returns one line of JSON, whatever the error holds: no line break, no terminal code, no personal data */
export function logLine(error: unknown, where: ReportPlace): string {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: String(error), stack: '' };
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const at = frames.slice(0, STACK_LINES).map((line) => line.trim().replace(/[?#][^):]*/g, ''));
  const route = placeName(where.route);
  const line = {
    level: 'error',
    route,
    operation: where.operation && maskText(where.operation),
    name,
    message: maskText(message),
    at,
  };
  return JSON.stringify(line).replace(/[\u007f-\u009f\u2028\u2029]/g, '');
}
