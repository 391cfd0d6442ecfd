/** Logs when a limit is reached, so that the operators of the portal notice an attack. */
import { writeLog } from '../log.server.ts';
import { createSeries } from './series.ts';

const limitSeries = createSeries({
  every: 3600_000,
  first: (limit) => writeLog('warn', 'limite raggiunto', { limit }),
  more: (limit, _why, times) => writeLog('warn', 'limite raggiunto', { limit, times }),
});

/**
 * Writes one warning an hour for each limit and process, so that guessing, spraying and flooding are seen and cannot fill the
 * log. It has the name of the limit, never the caller.
 * @param limit a name of ours, as `codici:rete`
 * @param now milliseconds since the epoch
 */
export const limitReached = (limit: string, now: number): void => limitSeries.fault(limit, '', now);

/** How often each limit was reached since the process started. */
export const limitCounts: ReadonlyMap<string, number> = limitSeries.counts;
