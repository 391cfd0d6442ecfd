/** Keeps paths of one machine, and addresses of its package mirror, out of the project. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckPart } from './part.ts';

// Written in pieces, so that this file does not report itself.
const MACHINE_PATH = new RegExp(`(?<![\\w.$}/-])/(?:${['home', 'Users', 'root', 'work'].join('|')})/[\\w.-]+`, 'g');
const REGISTRY_ADDRESS = new RegExp(
  `https?://[\\w.-]*(?:${['registry', 'artifactory', 'nexus', 'verdaccio'].join('|')})[\\w.-]*`,
  'g',
);
const TEXT_FILE =
  /\.(ts|tsx|astro|mjs|js|json|md|scss|css|html|svg|txt|yml|yaml|sh|service|conf)$|(^|\/)(\.[\w.]+|run)$/;
const MAX_BYTES = 2_000_000;

/** @returns a sentence per finding in a file */
export function foreignWords(path: string, text: string): string[] {
  const found = [...text.matchAll(MACHINE_PATH)].map((m) => `${path}: ${m[0]} is a path of one machine`);
  const hosts = [...text.matchAll(REGISTRY_ADDRESS)].map((m) => `${path}: ${m[0]} is a package registry`);
  const resolved = path.endsWith('package-lock.json') && /^\s*"resolved":/m.test(text);
  return [
    ...new Set([
      ...found,
      ...hosts,
      ...(resolved ? [`${path}: "resolved" addresses (see .npmrc: omit-lockfile-registry-resolved)`] : []),
    ]),
  ];
}

export const committedPart: CheckPart = {
  name: 'committed',
  promise: 'no machine paths, registry hosts or resolved addresses',
  look: async ({ root }) => {
    if (!existsSync(join(root, '.git'))) return { faults: [], notes: ['not a git working copy: nothing to look at'] };
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
    const paths = [...new Set(listed.toString('utf8').split('\0'))].filter(
      (path) => TEXT_FILE.test(path) && existsSync(join(root, path)) && statSync(join(root, path)).size < MAX_BYTES,
    );
    const faults = paths.flatMap((path) => foreignWords(path, readFileSync(join(root, path), 'utf8')));
    return { faults, notes: [`${paths.length} files`] };
  },
};
