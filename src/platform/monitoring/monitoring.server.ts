/** The port for errors and durations: to a provider, or to the log when there is none. */
import { jsonLine, type LogLevel } from '../log.server.ts';
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
      if (isReported(error) && first(error)) write(errorLine(error, where));
    },
    span: (_name, work) => work(),
    flush: () => Promise.resolve(),
  };
}

const STACK_LINES = 5;

/** @returns one line of JSON without personal data, whatever the error holds */
export function errorLine(error: unknown, where: ReportPlace, level: LogLevel = 'error'): string {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: String(error), stack: '' };
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const at = frames.slice(0, STACK_LINES).map((line) => line.trim().replace(/[?#][^):]*/g, ''));
  const operation = where.operation && maskText(where.operation);
  return jsonLine(level, maskText(message), { route: placeName(where.route), operation, name, at });
}
