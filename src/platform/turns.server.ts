/** Queues heavy work fairly, so that one caller's uploads do not delay everybody else's. */
import { PortalError } from './errors.ts';

/** Whose work it is: a caller, and the network they call from. */
export type Who = { network: string; caller: string };

/** Does the work when its turn comes. @throws PortalError `unavailable` when too much waits, or it has waited too long */
export type Turns = <T>(who: Who, work: () => Promise<T>) => Promise<T>;

/** Most that waits, of one caller, of one network and of all. */
const WAITING = { caller: 20, network: 40, all: 200 };

type Waiter = { go(): void };

/**
 * So many pieces of work at a time. Those who wait are served in rotation: each network in turn, and within a network each caller
 * in turn. What one of them has waiting holds up another by one piece, not by all of them.
 * @param atOnce pieces of work under way at most
 * @param ms longest wait for a turn
 * @param busy Italian sentence for those who cannot wait
 */
export function turns({ atOnce, ms, busy }: { atOnce: number; ms: number; busy: string }): Turns {
  const networks = new Map<string, Map<string, Waiter[]>>();
  let running = 0;

  const waiting = (network: string) => [...(networks.get(network)?.values() ?? [])];
  const sum = (queues: readonly Waiter[][]) => queues.reduce((total, queue) => total + queue.length, 0);
  const refused = () => new PortalError('unavailable', { message: busy, fields: { file: [busy] } });

  function isFull({ network, caller }: Who): boolean {
    return (
      (networks.get(network)?.get(caller)?.length ?? 0) >= WAITING.caller ||
      sum(waiting(network)) >= WAITING.network ||
      sum([...networks.keys()].flatMap(waiting)) >= WAITING.all
    );
  }

  /** Takes a waiter out; their caller and network go to the end of the rotation, or out of it. */
  function take({ network, caller }: Who, waiter: Waiter): void {
    const callers = networks.get(network) as Map<string, Waiter[]>;
    const left = (callers.get(caller) as Waiter[]).filter((other) => other !== waiter);
    callers.delete(caller);
    if (left.length > 0) callers.set(caller, left);
    networks.delete(network);
    if (callers.size > 0) networks.set(network, callers);
  }

  function next(): void {
    for (const [network, callers] of networks) {
      for (const [caller, [waiter]] of callers) {
        if (!waiter) continue;
        take({ network, caller }, waiter);
        waiter.go();
        return;
      }
    }
  }

  function turn(who: Who): Promise<void> {
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
      const callers = networks.get(who.network) ?? new Map<string, Waiter[]>();
      networks.set(who.network, callers);
      callers.set(who.caller, [...(callers.get(who.caller) ?? []), waiter]);
    });
  }

  return async (who, work) => {
    if (running < atOnce) running += 1;
    else await turn(who);
    try {
      return await work();
    } finally {
      running -= 1;
      next();
    }
  };
}
