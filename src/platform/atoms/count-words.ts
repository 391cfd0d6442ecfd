/** Numbers in Italian, and counts that stop at a number, in words. Pure; the browser uses it, too. */

/** Cases are counted up to one more than the pages show: a count above this means "more than this". */
export const MAX_COUNT = 1000;

const italianNumbers = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });

/** "1.204". */
export const inItalian = (n: number): string => italianNumbers.format(n);

/** @param n up to `max`, or one more, which means "more" */
export const upToInWords = (n: number, max: number): string =>
  `${n > max ? 'oltre ' : ''}${inItalian(Math.min(n, max))}`;
