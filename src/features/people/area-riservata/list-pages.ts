/** Pages of a list. Pure. */

const PAGE_SIZE = 20;

/** @property n this page, from 1 @property pageCount how many there are, at least 1 @property total rows of the whole list */
export type ListPage<T> = { rows: T[]; n: number; pageCount: number; total: number };

/** @param requested number of the page from the query, unchecked; out of range it becomes the nearest page */
export function pageOf<T>(rows: readonly T[], requested: string | null): ListPage<T> {
  const pageCount = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const asked = /^\d{1,6}$/.test(requested ?? '') ? Number(requested) : 1;
  const n = Math.min(Math.max(1, asked), pageCount);
  return { rows: rows.slice((n - 1) * PAGE_SIZE, n * PAGE_SIZE), n, pageCount, total: rows.length };
}

/** Numbers to show as links: first, last, this one and its neighbours; null where some are left out. */
export function pageNumbers(n: number, pageCount: number): (number | null)[] {
  const shown = [1, n - 1, n, n + 1, pageCount].filter(
    (p, at, all) => p >= 1 && p <= pageCount && all.indexOf(p) === at,
  );
  return shown.flatMap((p, at) => {
    const before = shown[at - 1] ?? 0;
    if (p - before <= 1) return [p];
    return p - before === 2 ? [p - 1, p] : [null, p];
  });
}
