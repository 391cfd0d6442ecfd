/** Finds the operation of the API that a method and a path ask for. */
import { pathNames } from './contract.ts';
import type { Named } from './run.server.ts';

type Row = { named: Named; segments: string[]; names: string[] };

export type Match = { named: Named; params: Record<string, string> };

/**
 * Table of operations → matcher. Fixed segments win over `{names}`; a final slash is taken or left.
 * @throws Error when two operations would answer the same call
 */
export function router(
  rows: readonly Named[],
): (method: string, pathname: string) => Match | 'no_path' | 'other_method' {
  const table: Row[] = rows.flatMap((named) =>
    spellings(named.operation.path).map((path) => ({ named, segments: split(path), names: pathNames(path) })),
  );
  const seen = new Set<string>();
  for (const { named, segments } of table) {
    const shape = `${named.operation.method} /${segments.join('/').replace(/\{\w+\}/g, '{}')}`;
    if (seen.has(shape)) throw new Error(`Due operazioni rispondono a ${shape}`);
    seen.add(shape);
  }
  table.sort((a, b) => a.names.length - b.names.length);

  return (method, pathname) => {
    const parts = split(pathname);
    const fitting = table.filter((row) => fits(row.segments, parts));
    if (fitting.length === 0) return 'no_path';
    const row = fitting.find((r) => r.named.operation.method === (method === 'HEAD' ? 'GET' : method));
    if (!row) return 'other_method';
    const params: Record<string, string> = {};
    row.segments.forEach((segment, i) => {
      if (segment.startsWith('{')) params[segment.slice(1, -1)] = decode(parts[i] as string);
    });
    return { named: row.named, params };
  };
}

/** `/a/{b?}` answers to `/a` and to `/a/{b}`. */
function spellings(path: string): string[] {
  const short = path.replace(/\/\{\w+\?\}$/, '');
  return short === path ? [path] : [short, path.replace('?}', '}')];
}

function split(path: string): string[] {
  return path.replace(/^\/|\/$/g, '').split('/');
}

function fits(segments: string[], parts: string[]): boolean {
  return (
    segments.length === parts.length && segments.every((s, i) => (s.startsWith('{') ? parts[i] !== '' : s === parts[i]))
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoding: the schema refuses the raw text, a 404 or 422 and never a 500.
    return text;
  }
}
