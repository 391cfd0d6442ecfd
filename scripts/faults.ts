/**
 * `npm run test:faults`: builds when needed, then kills the portal in the middle of sends 50 times on each engine (KILLS=5 for
 * another number), and prints what was acknowledged and what of it is missing.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildWhenStale } from './build.ts';

const root = new URL('..', import.meta.url).pathname;
const built = buildWhenStale();
if (built !== 0) process.exit(built);

const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', 'tests/faults/kill.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { KILLS: '50', ...process.env },
});
process.exit(status ?? 1);
