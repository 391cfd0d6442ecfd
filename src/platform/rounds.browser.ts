/** What an open page asks again and again: only while it is in sight and online, and less often while nothing answers. */

/** @property now begins a round at once, or right after the one under way @property stop ends the one under way, too */
export type Rounds = { now(): void; stop(): void };

/** @property first ms until the first round @property rest called when the page goes out of sight or offline, and at the end */
type RoundsOptions = { first: number; rest?: () => void };

/**
 * Repeats a round. A page that comes back into sight or online begins one at once.
 * @param round resolves to the ms until the next one, or to undefined: then the next one waits until the page comes back
 */
export function startRounds(
  round: (signal: AbortSignal) => Promise<number | undefined>,
  { first, rest }: RoundsOptions,
): Rounds {
  const end = new AbortController();
  const { signal } = end;
  const isAway = () => signal.aborted || document.hidden || !navigator.onLine;
  let running = false;
  let isDue = false;

  async function now(): Promise<void> {
    clearTimeout(timer);
    isDue = true;
    if (running) return;
    running = true;
    let pause: number | undefined;
    try {
      while (isDue && !isAway()) {
        isDue = false;
        pause = await round(signal);
      }
    } finally {
      running = false;
    }
    if (pause !== undefined && !isAway()) timer = setTimeout(now, pause);
  }

  let timer = setTimeout(now, first);
  const look = () => (isAway() ? rest?.() : now());
  document.addEventListener('visibilitychange', look, { signal });
  for (const change of ['online', 'offline']) addEventListener(change, look, { signal });
  // Not every browser tells a page that Back restores it that it is in sight again.
  addEventListener('pageshow', ({ persisted }) => persisted && look(), { signal });
  return {
    now,
    stop() {
      end.abort();
      clearTimeout(timer);
      rest?.();
    },
  };
}

/** @param failures in a row @param retryAfter seconds that the portal asked for @returns ms until the next round */
export const pauseAfter = (
  failures: number,
  { every, most, retryAfter = 0 }: { every: number; most: number; retryAfter?: number | undefined },
): number => Math.max(Math.min(every * 2 ** failures, most), retryAfter * 1000);
