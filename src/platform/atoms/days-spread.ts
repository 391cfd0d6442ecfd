/** How many days something took, of many: a median or another percentile. Pure. */

/** So many took so many days. */
export type DaysCount = { days: number; count: number };

/**
 * The days within which this share of all was done: the mean of the two neighbours where it falls between them.
 * @param share 0.5 for the median, 0.9 for the 90th percentile @returns undefined of none
 */
export function percentileDays(counts: readonly DaysCount[], share: number): number | undefined {
  const sorted = counts.toSorted((a, b) => a.days - b.days);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  const daysAt = (place: number) => {
    let left = place;
    for (const { days, count } of sorted) {
      if (left < count) return days;
      left -= count;
    }
    return sorted.at(-1)?.days ?? 0;
  };
  const place = share * (total - 1);
  return (daysAt(Math.floor(place)) + daysAt(Math.ceil(place))) / 2;
}
