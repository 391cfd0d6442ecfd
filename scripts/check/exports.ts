/** Allows only imports of packages' public exports, so that a patch of a package never needs an edit of ours. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckPart } from './part.ts';
import { edgesOf, type ImportEdge, readTree, type SourceTree } from './sources.ts';

/** Files of packages that name no exports and document this path. An entry that is no longer imported is an error, too. */
const TOLD_PATHS: readonly { name: string; why: string }[] = [
  { name: 'leaflet/dist/leaflet.css', why: 'the style sheet of the map, as its manual has it' },
];

const INSIDE_PACKAGE = /node_modules\/(?:@[\w.-]+\/)?[\w.-]+\/(?:dist|lib|build|esm|cjs)\//g;

/** @returns a sentence per import that a package does not export, or that is in its `dist` */
export function belowExports(
  all: readonly ImportEdge[],
  exported: (name: string) => boolean,
  told = TOLD_PATHS,
): string[] {
  const named = all.map((edge) => ({ from: edge.from, name: edge.to.replace(/\?.*$/, '') })).filter(ofPackage);
  const excused = ({ name }: { name: string }) => told.some((row) => row.name === name);
  const wrong = named.filter((use) => !excused(use) && (use.name.includes('/dist/') || !exported(use.name)));
  return [
    ...wrong.map(({ from, name }) => `${from} → ${name}: below what the package exports`),
    ...told
      .filter(({ name }) => !named.some((use) => use.name === name))
      .map(({ name }) => `${name}: this exception is not needed any more`),
  ];
}

/** Package and the path behind its name; undefined for Node's own modules and those that Astro makes (`astro:middleware`). */
const ofPackage = ({ name }: { name: string }): boolean => /^(@[\w.-]+\/)?[\w.-]+\//.test(name) && !isOurs(name);

const isOurs = (name: string): boolean => /^(src|tests|scripts)\//.test(name);

/** @returns a sentence per file that names a path inside a package */
export function placesInside(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, text]) =>
    [...text.matchAll(INSIDE_PACKAGE)].map(([place]) => `${path}: ${place} is a package's own affair`),
  );
}

/** Whether Node resolves it by the package's name. */
function isExported(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

const ROOT_FILES = ['astro.config.mjs', 'vitest.config.ts', 'playwright.config.ts'];

export const exportsPart: CheckPart = {
  name: 'exports',
  promise: 'packages are used by what they export, none by a file of its own',
  look: async ({ root }) => {
    const tree = new Map([
      ...['src', 'tests', 'scripts'].flatMap((folder) => [...readTree(root, folder)]),
      ...ROOT_FILES.map((name): [string, string] => [name, readFileSync(join(root, name), 'utf8')]),
    ]);
    // The test of this check contains such paths.
    tree.delete('scripts/check/exports.test.ts');
    return { faults: [...belowExports(edgesOf(tree), isExported), ...placesInside(tree)] };
  },
};
