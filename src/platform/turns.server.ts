/** Queues heavy work fairly, so that one caller's uploads do not delay everybody else's. */
import { type CallContext, ownerOf } from '../context.ts';
import { networkOf } from './address.ts';
import { PortalError } from './errors.ts';
import { Rotation } from './rotation.ts';

/** The caller whose work it is, and the network they call from. */
export type WorkOwner = { network: string; caller: string };

export const workOwnerOf = (ctx: CallContext): WorkOwner => ({
  network: networkOf(ctx.address),
  caller: ownerOf(ctx),
});

/** Runs the work when its turn comes. @throws PortalError `unavailable` when too much waits, or it has waited too long */
export type TakeTurn = <T>(who: WorkOwner, work: () => Promise<T>) => Promise<T>;

/** The most work that may wait: of one caller, of one network and of all. */
const MAX_WAITING = { caller: 20, network: 40, all: 200 };

/** How long a network's past work counts, and how much of it is ignored, in ms. A photo of a phone takes some 20 ms. */
const COUNTED_MS = 10 * 60_000;
const LIGHT_MS = 500;

type TurnOptions = { atOnce: number; ms: number; busy: string; now?: () => number };

/**
 * Runs a limited number of jobs at a time. The network whose work has taken least time lately is served first; equal networks
 * take turns, and so do the callers within a network. A waiting job of one delays another by one job, not by all of them, and
 * several networks with heavy work do not take turn after turn before one with little.
 * @param atOnce jobs running at most
 * @param ms longest wait for a turn
 * @param busy Italian sentence for a caller who is refused
 * @param now clock in ms; another in tests
 */
export function createTurns({ atOnce, ms, busy, now = () => performance.now() }: TurnOptions): TakeTurn {
  /** By network; under each name its callers, once for each that waits. */
  const networks = new Rotation<Rotation<() => void>>();
  const taken = new Map<string, { ms: number; until: number }>();
  let running = 0;

  const refused = () => new PortalError('unavailable', { message: busy, fields: { file: [busy] }, retryAfter: 60 });

  const isFull = ({ network, caller }: WorkOwner) =>
    (networks.of(network)[0]?.of(caller).length ?? 0) >= MAX_WAITING.caller ||
    networks.of(network).length >= MAX_WAITING.network ||
    networks.size() >= MAX_WAITING.all;

  /** How much time a network's work has taken lately, in steps of {@link LIGHT_MS}. */
  function weight(network: string): number {
    const known = taken.get(network);
    return known && known.until > now() ? Math.floor(known.ms / LIGHT_MS) : 0;
  }

  function count(network: string, ms: number): void {
    const at = now();
    for (const [other, { until }] of taken) if (until <= at) taken.delete(other);
    const before = taken.get(network);
    taken.set(network, { ms: (before?.ms ?? 0) + ms, until: before?.until ?? at + COUNTED_MS });
  }

  function next(): void {
    const lightest = Math.min(...networks.names().map(weight));
    const callers = networks.next((network) => weight(network) <= lightest);
    callers?.next()?.();
  }

  function turn(who: WorkOwner): Promise<void> {
    if (isFull(who)) return Promise.reject(refused());
    return new Promise((resolve, reject) => {
      const callers = networks.of(who.network)[0] ?? new Rotation<() => void>();
      const late = setTimeout(() => {
        networks.remove(who.network, callers);
        callers.remove(who.caller, go);
        reject(refused());
      }, ms);
      const go = () => {
        clearTimeout(late);
        running += 1;
        resolve();
      };
      networks.add(who.network, callers);
      callers.add(who.caller, go);
    });
  }

  return async (who, work) => {
    if (running < atOnce) running += 1;
    else await turn(who);
    const began = now();
    try {
      return await work();
    } finally {
      count(who.network, now() - began);
      running -= 1;
      next();
    }
  };
}
