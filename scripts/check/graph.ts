/** Finds paths and rings in a graph of imports. */
import type { ImportEdge } from './sources.ts';

type GraphArrow = Pick<ImportEdge, 'from' | 'to'>;

/** @returns the shortest way from `start` to a file that is `wanted`, or undefined */
export function chainTo(
  arrows: readonly GraphArrow[],
  start: string,
  wanted: (path: string) => boolean,
): string[] | undefined {
  return shortestWay(byStart(arrows), start, wanted);
}

function shortestWay(
  next: ReadonlyMap<string, readonly GraphArrow[]>,
  start: string,
  wanted: (path: string) => boolean,
): string[] | undefined {
  const ways: string[][] = [[start]];
  const seen = new Set([start]);
  for (const way of ways) {
    for (const { to } of next.get(way.at(-1) as string) ?? []) {
      if (wanted(to)) return [...way, to];
      if (!seen.has(to)) ways.push([...way, to]);
      seen.add(to);
    }
  }
  return undefined;
}

/** @returns one ring per group of files that reach each other, its first file repeated at the end */
export function findCycles(arrows: readonly GraphArrow[]): string[][] {
  const rings: string[][] = [];
  const told = new Set<string>();
  const next = byStart(arrows);
  for (const start of next.keys()) {
    if (told.has(start)) continue;
    const ring = shortestWay(next, start, (path) => path === start);
    if (!ring) continue;
    rings.push(ring);
    for (const path of ring) told.add(path);
  }
  return rings;
}

const byStart = (arrows: readonly GraphArrow[]) => Map.groupBy(arrows, ({ from }) => from);
