/** Lends the connections of the store in turns, so that a network that asks for much delays itself and not everybody else. */
import type { DatabaseConnection, Driver } from 'kysely';
import { currentRequest } from '../platform/monitoring/request.server.ts';
import { Rotation } from '../platform/rotation.ts';
import { storeAway } from './away.server.ts';
import type { StoreDialect } from './tables.ts';

/** @property store whose connections they are @property atOnce at most @property ofOne those of them that one network may have */
type LendingRule = { store: StoreDialect; atOnce: number; ofOne: number };

/**
 * Longer than anybody looks at an empty page. Work that holds the one connection of SQLite and asks for a second waits for itself: it
 * ends by this, and the portal goes on.
 */
const LONGEST_WAIT_MS = 30_000;

/** Work that belongs to no request: mails, housekeeping. It has its turn like a network, and no share. */
const OWN_WORK = '';

/**
 * Networks that wait take turns. Without this, five hundred requests of one would all be served before the next one's first, and
 * while they wait for each other's rows they would hold every connection.
 */
export function fairDriver(driver: Driver, { store, atOnce, ofOne }: LendingRule): Driver {
  const waiting = new Rotation<() => void>();
  const held = new Map<string, number>();
  const borrowers = new WeakMap<DatabaseConnection, string>();
  let lent = 0;

  const hasShare = (network: string) => network === OWN_WORK || (held.get(network) ?? 0) < ofOne;

  function lend(network: string): void {
    lent += 1;
    held.set(network, (held.get(network) ?? 0) + 1);
  }

  /** SQLite answers at once: were its connection handed on at once, too, no new request would be read until all who wait are served. */
  function lendLater(network: string, begin: () => void): void {
    lend(network);
    setImmediate(begin);
  }

  /** @throws PortalError `unavailable` when it does not come */
  function nextTurn(network: string): Promise<void> {
    return new Promise((begin, giveUp) => {
      const waiter = () => {
        clearTimeout(over);
        lendLater(network, begin);
      };
      const over = setTimeout(() => {
        waiting.remove(network, waiter);
        giveUp(storeAway(new Error(`no connection of the store in ${LONGEST_WAIT_MS / 1000} s`), store));
      }, LONGEST_WAIT_MS);
      waiting.add(network, waiter);
    });
  }

  function giveBack(network: string): void {
    lent -= 1;
    const left = (held.get(network) ?? 0) - 1;
    if (left > 0) held.set(network, left);
    else held.delete(network);
    while (lent < atOnce && waiting.names().some(hasShare)) waiting.next(hasShare)?.();
  }

  const acquire = driver.acquireConnection.bind(driver);
  const release = driver.releaseConnection.bind(driver);
  return Object.assign(driver, {
    acquireConnection: async (...options: Parameters<Driver['acquireConnection']>) => {
      const network = currentRequest()?.network ?? OWN_WORK;
      if (lent < atOnce && hasShare(network)) lend(network);
      else await nextTurn(network);
      try {
        const connection = await acquire(...options);
        borrowers.set(connection, network);
        return connection;
      } catch (error) {
        giveBack(network);
        throw error;
      }
    },
    releaseConnection: async (...[connection, ...options]: Parameters<Driver['releaseConnection']>) => {
      try {
        await release(connection, ...options);
      } finally {
        giveBack(borrowers.get(connection) ?? OWN_WORK);
      }
    },
  });
}
