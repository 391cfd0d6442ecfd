/** Logs when a limit is reached, so that the operators of the portal notice an attack. */

const HOUR_MS = 3600_000;

/** When each limit was last logged, by its name. */
const lastLogged = new Map<string, number>();

/**
 * Writes one warning an hour for each limit and process, so that guessing, spraying and flooding are seen and cannot fill the
 * log. It has the name of the limit, never the caller.
 * @param limit a name of ours, as `codici:rete`
 * @param now milliseconds since the epoch
 */
export function limitReached(limit: string, now: number): void {
  const last = lastLogged.get(limit);
  if (last !== undefined && Math.abs(now - last) < HOUR_MS) return;
  lastLogged.set(limit, now);
  console.warn(JSON.stringify({ level: 'warn', message: 'limite raggiunto', limit }));
}
