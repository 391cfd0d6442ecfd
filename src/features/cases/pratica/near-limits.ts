/** How far away a report may be that is perhaps about the same problem, how old, and how many are shown. */
export const NEARBY_LIMITS = { metres: 150, days: 90, shown: 5 } as const;
