/** Finds the route of a path. Fixed words come before names, as the routes of Laravel are written. */
import type { BackEndRoute } from './route.ts';

/** @property allowed methods of the path when the route is for another one; none when there is no such path */
type RouteSearch = { route: BackEndRoute; params: Record<string, string> } | { allowed: string[] };

/** @param path without prefix, query and final slash */
export function matchRoute(routes: readonly BackEndRoute[], method: string, path: string): RouteSearch {
  const fitting = routes
    .flatMap((route) => {
      const match = patternFor(route.path).exec(path);
      return match ? [{ route, groups: match.groups ?? {} }] : [];
    })
    .sort((a, b) => Object.keys(a.groups).length - Object.keys(b.groups).length);
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = fitting.find(({ route }) => route.method === wanted);
  if (!found) return { allowed: [...new Set(fitting.map(({ route }) => route.method))] };
  const given = Object.entries(found.groups).filter(([, value]) => value !== undefined);
  return { route: found.route, params: Object.fromEntries(given.map(([name, value]) => [name, decoded(value)])) };
}

const patternFor = (template: string): RegExp =>
  new RegExp(
    `^${template
      .replaceAll('.', '\\.')
      .replace(/\/\{(\w+)\?\}/g, '(?:/(?<$1>[^/]+))?')
      .replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`,
  );

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
