/** Tests and folders named in hand-written pages must exist: a promise must not outlive its test. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns file and name of each test that a page cites as `[path.test.ts] name`, up to the end of its cell or a `<br>` */
export function citedTests(page: string): { path: string; name: string }[] {
  return [...page.matchAll(/\[([\w./-]+\.(?:test|spec)\.ts)\] (.+?)(?= \||<br>|$)/gm)].map((m) => ({
    path: m[1] ?? '',
    name: m[2] ?? '',
  }));
}

/** @returns a sentence per cited test that does not exist */
export function missingTests(root: string, page: string): string[] {
  return citedTests(page)
    .filter(({ path, name }) => !existsSync(join(root, path)) || !readFileSync(join(root, path), 'utf8').includes(name))
    .map(({ path, name }) => `docs/security.md: ${path} has no test "${name}"`);
}

/** @returns a sentence per feature without a row in the glossary, and per folder it names that does not exist */
export function glossaryGaps(features: readonly string[], glossary: string): string[] {
  const named = new Set([...glossary.matchAll(/`features\/([a-z]+\/[a-z-]+)/g)].map((m) => m[1] ?? ''));
  return [
    ...features.filter((name) => !named.has(name)).map((name) => `docs/glossary.md: no row for features/${name}`),
    ...[...named].filter((name) => !features.includes(name)).map((name) => `docs/glossary.md: no features/${name}`),
  ];
}
