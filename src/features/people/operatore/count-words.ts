/** Counts that stop at a number, in words. Pure; the browser uses it, too. */

/** @param n up to `max`, or one more, which means "more" */
export const upToInWords = (n: number, max: number): string =>
  `${n > max ? 'oltre ' : ''}${Math.min(n, max).toLocaleString('it-IT', { useGrouping: 'always' })}`;
