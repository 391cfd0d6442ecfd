/** Builds the portal when its sources are newer than the build. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const projectRoot = new URL('..', import.meta.url).pathname;

/** @returns exit code of the build, 0 when there was nothing to do; its output goes to standard error */
export function buildWhenStale(): number {
  const built = join(projectRoot, 'dist/server/entry.mjs');
  const sources = Math.max(
    newestChange('src'),
    newestChange('public'),
    ...['package-lock.json', 'astro.config.mjs'].map((name) => statSync(join(projectRoot, name)).mtimeMs),
  );
  if (existsSync(built) && statSync(built).mtimeMs >= sources) return 0;
  console.log('Costruisco il portale…');
  const build = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return build.status ?? 1;
}

/** Tests do not change the build. */
function newestChange(folder: string): number {
  const names = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
  const times = names
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .map((name) => statSync(join(projectRoot, folder, name)).mtimeMs);
  return Math.max(0, ...times);
}
