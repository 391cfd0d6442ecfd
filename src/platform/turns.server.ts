/** Queues heavy work fairly, so that one caller's uploads do not delay everybody else's. */
import { type CallContext, ownerOf } from '../context.ts';
import { networkOf } from './address.ts';
import { PortalError } from './errors.ts';

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

type WaitingWork = { go(): void };

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
  const networks = new Map<string, Map<string, WaitingWork[]>>();
  const taken = new Map<string, { ms: number; until: number }>();
  let running = 0;

  const waiting = (network: string) => [...(networks.get(network)?.values() ?? [])];
  const sum = (queues: readonly WaitingWork[][]) => queues.reduce((total, queue) => total + queue.length, 0);
  const refused = () => new PortalError('unavailable', { message: busy, fields: { file: [busy] }, retryAfter: 60 });

  function isFull({ network, caller }: WorkOwner): boolean {
    return (
      (networks.get(network)?.get(caller)?.length ?? 0) >= MAX_WAITING.caller ||
      sum(waiting(network)) >= MAX_WAITING.network ||
      sum([...networks.keys()].flatMap(waiting)) >= MAX_WAITING.all
    );
  }

  /** Takes a waiter out; its caller and network go to the end of the rotation, or out of it. */
  function take({ network, caller }: WorkOwner, waiter: WaitingWork): void {
    const callers = networks.get(network) as Map<string, WaitingWork[]>;
    const left = (callers.get(caller) as WaitingWork[]).filter((other) => other !== waiter);
    callers.delete(caller);
    if (left.length > 0) callers.set(caller, left);
    networks.delete(network);
    if (callers.size > 0) networks.set(network, callers);
  }

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
    const lightest = Math.min(...[...networks.keys()].map(weight));
    for (const [network, callers] of networks) {
      if (weight(network) > lightest) continue;
      for (const [caller, [waiter]] of callers) {
        if (!waiter) continue;
        take({ network, caller }, waiter);
        waiter.go();
        return;
      }
    }
  }

  function turn(who: WorkOwner): Promise<void> {
    if (isFull(who)) return Promise.reject(refused());
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        take(who, waiter);
        reject(refused());
      }, ms);
      const waiter = {
        go: () => {
          clearTimeout(late);
          running += 1;
          resolve();
        },
      };
      const callers = networks.get(who.network) ?? new Map<string, WaitingWork[]>();
      networks.set(who.network, callers);
      callers.set(who.caller, [...(callers.get(who.caller) ?? []), waiter]);
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
