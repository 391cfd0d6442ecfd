/** Counts that stop at a number, in words. Pure; the browser uses it, too. */

const inItalian = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });

/** @param n up to `max`, or one more, which means "more" */
export const upToInWords = (n: number, max: number): string =>
  `${n > max ? 'oltre ' : ''}${inItalian.format(Math.min(n, max))}`;
