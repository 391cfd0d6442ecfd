/** Pages of a list. Pure. */

const PER_PAGINA = 20;

/** @property n this page, from 1 @property di how many there are, at least 1 @property totale rows of the whole list */
export type Pagina<T> = { righe: T[]; n: number; di: number; totale: number };

/** @param chiesta number of the page from the query, anything at all: what is out of range is the nearest */
export function pagina<T>(righe: readonly T[], chiesta: string | null): Pagina<T> {
  const di = Math.max(1, Math.ceil(righe.length / PER_PAGINA));
  const asked = /^\d{1,6}$/.test(chiesta ?? '') ? Number(chiesta) : 1;
  const n = Math.min(Math.max(1, asked), di);
  return { righe: righe.slice((n - 1) * PER_PAGINA, n * PER_PAGINA), n, di, totale: righe.length };
}

/** Numbers to show as links: first, last, this one and its neighbours; null where some are left out. */
export function numeriDiPagina(n: number, di: number): (number | null)[] {
  const shown = [1, n - 1, n, n + 1, di].filter((p, at, all) => p >= 1 && p <= di && all.indexOf(p) === at);
  return shown.flatMap((p, at) => {
    const before = shown[at - 1] ?? 0;
    if (p - before <= 1) return [p];
    return p - before === 2 ? [p - 1, p] : [null, p];
  });
}
