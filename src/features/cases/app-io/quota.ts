/** Keeps the requests of a key within what IO allows in a time. It counts those of this process: with several hosts IO itself asks to wait. */

/** IO API: 150 requests of a key in five seconds. */
const QUOTA_REQUESTS = 150;
const QUOTA_SPAN_MS = 5_000;

/** @param now ms of a clock that is never set back */
export function createQuota(now: () => number = () => performance.now()) {
  const taken = new Map<string, number[]>();
  const pausedUntil = new Map<string, number>();
  return {
    /**
     * Takes so many requests at once. @param share part of the quota that may be in use then
     * @returns 0, or the ms after which to ask again: then nothing was taken
     */
    take(key: string, requests: number, share = 1): number {
      const at = now();
      const pause = (pausedUntil.get(key) ?? 0) - at;
      if (pause > 0) return pause;
      pausedUntil.delete(key);
      const recent = (taken.get(key) ?? []).filter((one) => one > at - QUOTA_SPAN_MS);
      taken.set(key, recent);
      const over = recent.length + requests - QUOTA_REQUESTS * share;
      if (over > 0) return (recent[over - 1] ?? at) + QUOTA_SPAN_MS - at;
      recent.push(...Array<number>(requests).fill(at));
      return 0;
    },
    /** IO has asked to wait. */
    pause(key: string, ms: number): void {
      pausedUntil.set(key, now() + ms);
    },
  };
}
