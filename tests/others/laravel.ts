/** The portal before a real Laravel, as `npm run test:laravel` has it. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countResults } from '../../scripts/summary.ts';
import type { OtherJudgement } from './runs.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** @throws Error when it could not be brought */
export async function judgeBeforeLaravel(): Promise<OtherJudgement> {
  const run = spawnSync('npm', ['run', '--silent', 'test:laravel'], {
    cwd: PROJECT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const { passed, failed } = countResults(run.stdout, run.status === 0);
  if (passed + failed === 0 || passed === 0) throw new Error(run.stderr || run.stdout);
  const failures = [...run.stdout.matchAll(/^FAILED (.*)$/gm)].map(([, words = '']) => ({
    of: 'tests/laravel',
    words,
  }));
  return { version: laravelVersion(), judged: passed + failed, findings: failures };
}

function laravelVersion(): string {
  const places = [join(PROJECT, 'node_modules/.cache/laravel'), '/'];
  const [file] = places.flatMap((place) =>
    globSync('usr/share/php/Illuminate/Foundation/Application.php', { cwd: place }).map((name) => join(place, name)),
  );
  return (file && /const VERSION = '([^']+)'/.exec(readFileSync(file, 'utf8'))?.[1]) || '';
}
