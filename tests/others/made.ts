/** What the tests of the features make: the mails and documents of the portal, of each kind, for programs of others to read. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEPT_FOLDER } from '../kept.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** @property kind the subject of a mail, or the call that answers with a document */
export type MadeFile = { kind: string; path: string; bytes: Buffer };

/**
 * Runs the tests once in this process, on one engine: what they make is the same on both, and stays in `audit/kept/`. With KEPT_FOLDER it
 * reads what an earlier run has left there.
 * @param ending of the files that are wanted
 * @throws Error when there is none: nothing would be judged
 */
export function filesOfTests(ending: string): MadeFile[] {
  process.env[KEPT_FOLDER] ??= runTests();
  const folder = process.env[KEPT_FOLDER];
  const paths = globSync(`*.${ending}`, { cwd: folder }).toSorted();
  if (paths.length === 0) throw new Error(`The tests have left no .${ending} in ${folder}.`);
  return paths.map((name) => {
    const path = join(folder, name);
    return { kind: basename(name).replace(/\.\w{8}\.\w+$/, ''), path, bytes: readFileSync(path) };
  });
}

function runTests(): string {
  const folder = join(PROJECT, 'audit/kept');
  rmSync(folder, { recursive: true, force: true });
  spawnSync(join(PROJECT, 'node_modules/.bin/vitest'), ['run', 'src/features', '-t', String.raw`\(sqlite\)`], {
    cwd: PROJECT,
    stdio: 'ignore',
    env: { ...process.env, [KEPT_FOLDER]: folder, TEST_ENGINES: 'sqlite' },
  });
  return folder;
}
