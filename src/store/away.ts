/** A store that cannot be reached now: the log line, and the error for the caller. */
import { PortalError } from '../platform/errors.ts';

/** Seconds after which a caller may come again: a failover takes some. */
const RETRY_SECONDS = 5;
const MINUTE_MS = 60_000;
const lastTold = new Map<string, number>();

/** Writes one log line, the same words once a minute: an outage is seen, and does not fill the disk. @param store its name */
export function tellAway(error: unknown, store: string): void {
  const words =
    error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code || error.name : 'errore';
  const now = performance.now();
  if (now - (lastTold.get(words) ?? -MINUTE_MS) < MINUTE_MS) return;
  if (lastTold.size > 50) lastTold.clear();
  lastTold.set(words, now);
  console.error(`${store}: ${words}`);
}

/**
 * The error for the caller. It is not known whether an unanswered commit was done; repeating the send with its key finds out.
 * @param store its name in the log; null: nothing is logged
 */
export function storeAway(cause: unknown, store: string | null): PortalError {
  if (store) tellAway(cause, store);
  return new PortalError('unavailable', {
    message: 'Il servizio non risponde in questo momento. Riprova tra poco: un invio già riuscito non si ripete.',
    retryAfter: RETRY_SECONDS,
    cause,
  });
}
