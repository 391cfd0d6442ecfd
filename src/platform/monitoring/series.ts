/** Counts what happens in series: the first time is told at once, then how often it happened in each period, then that it is over. */

/**
 * @property every time between two lines of a series, in ms
 * @property calm a success ends a series only after this time without a fault, in ms: a system that fails now and then is one series
 * @property first, @property more, @property over write the line
 */
export type SeriesOptions = {
  every: number;
  calm?: number;
  first(name: string, why: string): void;
  more(name: string, why: string, times: number): void;
  over?(name: string, whole: { ms: number; times: number }): void;
};

type OpenSeries = { since: number; last: number; toldAt: number; untold: number; times: number };

/** No timer runs: a line is written when something happens. Times are in ms, of any one clock. */
export function createSeries({ every, calm = 0, first, more, over }: SeriesOptions) {
  const open = new Map<string, OpenSeries>();
  const counts = new Map<string, number>();
  return {
    /** How often each has happened since the process started */
    counts: counts as ReadonlyMap<string, number>,
    fault(name: string, why: string, now: number): void {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const series = open.get(name);
      if (!series) {
        open.set(name, { since: now, last: now, toldAt: now, untold: 0, times: 1 });
        first(name, why);
        return;
      }
      series.last = now;
      series.times++;
      series.untold++;
      // A clock that was set back does not silence the series.
      if (Math.abs(now - series.toldAt) < every) return;
      more(name, why, series.untold);
      series.toldAt = now;
      series.untold = 0;
    },
    /** Cheap where nothing is wrong: it is called at every success. */
    well(name: string, now: () => number): void {
      const series = open.size > 0 ? open.get(name) : undefined;
      if (!series) return;
      const at = now();
      if (at - series.last < calm) return;
      open.delete(name);
      over?.(name, { ms: at - series.since, times: series.times });
    },
  };
}
