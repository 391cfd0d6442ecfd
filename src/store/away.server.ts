/** A store that cannot be reached now: the log line, and the error for the caller. */
import { PortalError } from '../platform/errors.ts';
import { systemFault } from '../platform/monitoring/faults.server.ts';
import type { StoreDialect } from './tables.ts';

/** Seconds after which a caller may come again: a failover takes some. */
const RETRY_SECONDS = 5;

/**
 * The error for the caller. It is not known whether an unanswered commit was done; repeating the send with its key finds out.
 * @param store whose fault is logged; null: nothing is logged
 */
export function storeAway(cause: unknown, store: StoreDialect | null): PortalError {
  if (store) systemFault(store, cause);
  return new PortalError('unavailable', {
    message: 'Il servizio non risponde in questo momento. Riprova tra poco: un invio già riuscito non si ripete.',
    retryAfter: RETRY_SECONDS,
    cause,
  });
}
