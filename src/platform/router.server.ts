/** Finds the operation of the API that a method and a path ask for. */
import { pathShape, pathSpellings, pathTable } from './path-template.ts';
import type { NamedOperation } from './run.server.ts';

export type RouteMatch = { named: NamedOperation; params: Record<string, string> };
/** A path of the table, asked for by a method that it does not take. @property takes those that it does, as `Allow` names them */
export type OtherMethod = { takes: string };

/**
 * Builds a matcher from a table of operations. Fixed segments win over `{names}`; a final slash is optional.
 * @throws Error when two operations would answer the same call
 */
export function createRouter(
  rows: readonly NamedOperation[],
): (method: string, pathname: string) => RouteMatch | OtherMethod | 'no_path' {
  const table = rows.flatMap((named) =>
    pathSpellings(named.operation.path).map((path) => ({ named, path: withoutFinalSlash(path) })),
  );
  const seen = new Set<string>();
  for (const { named, path } of table) {
    const shape = `${named.operation.method} ${pathShape(path)}`;
    if (seen.has(shape)) throw new Error(`Due operazioni rispondono a ${shape}`);
    seen.add(shape);
  }
  const findFits = pathTable(table);

  return (method, pathname) => {
    const fits = [...findFits(withoutFinalSlash(pathname))];
    if (fits.length === 0) return 'no_path';
    const asked = method === 'HEAD' ? 'GET' : method;
    const fit = fits.find(({ row }) => row.named.operation.method === asked);
    if (!fit) return { takes: allowedBy(fits.map(({ row }) => row.named.operation.method)) };
    const params = Object.entries(fit.params).map(([name, text]) => [name, decodeSegment(text)]);
    return { named: fit.row.named, params: Object.fromEntries(params) };
  };
}

const allowedBy = (methods: readonly string[]): string =>
  [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)))].sort().join(', ');

const withoutFinalSlash = (path: string) => path.replace(/\/$/, '');

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Malformed percent-encoding: the schema refuses the raw text with a 404 or 422, never a 500.
    return text;
  }
}
