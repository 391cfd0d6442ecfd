/** Finds the operation of the API that a method and a path ask for. */
import { pathNames } from './contract.ts';
import type { NamedOperation } from './run.server.ts';

type RouteRow = { named: NamedOperation; segments: string[]; names: string[] };

export type RouteMatch = { named: NamedOperation; params: Record<string, string> };

/**
 * Table of operations → matcher. Fixed segments win over `{names}`; a final slash is taken or left.
 * @throws Error when two operations would answer the same call
 */
export function createRouter(
  rows: readonly NamedOperation[],
): (method: string, pathname: string) => RouteMatch | 'no_path' | 'other_method' {
  const table: RouteRow[] = rows.flatMap((named) =>
    pathSpellings(named.operation.path).map((path) => ({ named, segments: splitPath(path), names: pathNames(path) })),
  );
  const seen = new Set<string>();
  for (const { named, segments } of table) {
    const shape = `${named.operation.method} /${segments.join('/').replace(/\{\w+\}/g, '{}')}`;
    if (seen.has(shape)) throw new Error(`Due operazioni rispondono a ${shape}`);
    seen.add(shape);
  }
  table.sort((a, b) => a.names.length - b.names.length);

  return (method, pathname) => {
    const parts = splitPath(pathname);
    const fitting = table.filter((row) => segmentsFit(row.segments, parts));
    if (fitting.length === 0) return 'no_path';
    const row = fitting.find((r) => r.named.operation.method === (method === 'HEAD' ? 'GET' : method));
    if (!row) return 'other_method';
    const params: Record<string, string> = {};
    row.segments.forEach((segment, i) => {
      if (segment.startsWith('{')) params[segment.slice(1, -1)] = decodeSegment(parts[i] as string);
    });
    return { named: row.named, params };
  };
}

/** `/a/{b?}` answers to `/a` and to `/a/{b}`. */
function pathSpellings(path: string): string[] {
  const short = path.replace(/\/\{\w+\?\}$/, '');
  return short === path ? [path] : [short, path.replace('?}', '}')];
}

function splitPath(path: string): string[] {
  return path.replace(/^\/|\/$/g, '').split('/');
}

function segmentsFit(segments: string[], parts: string[]): boolean {
  return (
    segments.length === parts.length && segments.every((s, i) => (s.startsWith('{') ? parts[i] !== '' : s === parts[i]))
  );
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoding: the schema refuses the raw text, a 404 or 422 and never a 500.
    return text;
  }
}
