/** The log lines about limits, by which the people who run the portal notice an attack. */

const HOUR_MS = 3600_000;

/** When each limit last left a line, by its name. */
const lastLogged = new Map<string, number>();

/**
 * A limit was reached: one warning an hour for each limit and process, so that somebody who guesses, sprays or floods is seen, and
 * cannot fill the log. It holds the name of the limit, never whom it counts.
 * @param limit a name of ours, as `codici:rete`
 * @param now milliseconds since the epoch
 */
export function limitReached(limit: string, now: number): void {
  const last = lastLogged.get(limit);
  if (last !== undefined && Math.abs(now - last) < HOUR_MS) return;
  lastLogged.set(limit, now);
  console.warn(JSON.stringify({ level: 'warn', message: 'limite raggiunto', limit }));
}
