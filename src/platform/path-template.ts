/** Path templates of screens and calls, `/a/{b}`: their names, how they are filled, and which of them a path fits. */

/** Names in `{}`. */
export function pathNames(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\??\}/g)].map((m) => m[1] as string);
}

/** `/a/{b?}` stands for `/a` and `/a/{b}`. */
export function pathSpellings(template: string): string[] {
  const short = template.replace(/\/\{\w+\?\}$/, '');
  return short === template ? [template] : [short, template.replace('?}', '}')];
}

/** The same for two templates that fit the same paths. */
export const pathShape = (template: string) => template.replace(/\{\w+\}/g, '{}');

/** @property rest the fields that the template does not name; a name without a value leaves out its segment */
export function fillPath(
  template: string,
  fields: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...fields };
  const path = template.replace(/\/\{(\w+)\??\}/g, (_segment, name: string) => {
    const value = rest[name];
    delete rest[name];
    return value === undefined ? '' : `/${encodeURIComponent(String(value))}`;
  });
  return { path, rest };
}

/** @property params as sent, still percent-encoded */
export type PathFit<Row> = { row: Row; params: Record<string, string> };

/**
 * Table of templates → the rows that a path fits: fixed words first, then those with fewer names.
 * Another letter case or spelling is another path; an encoded slash stays inside its segment.
 */
export function pathTable<Row extends { path: string }>(
  rows: readonly Row[],
): (pathname: string) => Iterable<PathFit<Row>> {
  // Most paths are just words.
  const fixed = Map.groupBy(
    rows.filter(({ path }) => !path.includes('{')),
    ({ path }) => path,
  );
  const patterns = rows
    .filter(({ path }) => path.includes('{'))
    .toSorted((a, b) => pathNames(a.path).length - pathNames(b.path).length)
    .map((row) => ({ row, pattern: patternOf(row.path) }));
  return function* (pathname) {
    for (const row of fixed.get(pathname) ?? []) yield { row, params: {} };
    for (const { row, pattern } of patterns) {
      const match = pattern.exec(pathname);
      if (match) yield { row, params: { ...match.groups } };
    }
  };
}

const patternOf = (template: string) =>
  new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
