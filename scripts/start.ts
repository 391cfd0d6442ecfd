/** `npm start`: builds when the sources are newer than the build, then runs the host with the memory it needs and no more. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const built = join(root, 'dist/server/entry.mjs');

function newest(folder: string): number {
  return Math.max(
    0,
    ...readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, String(name))).mtimeMs),
  );
}

const sources = Math.max(
  newest(join(root, 'src')),
  newest(join(root, 'public')),
  ...['package-lock.json', 'astro.config.mjs'].map((f) => statSync(join(root, f)).mtimeMs),
);
if (!existsSync(built) || statSync(built).mtimeMs < sources) {
  console.log('Costruisco il portale…');
  const build = spawnSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
const flags = ['--max-old-space-size=384', '--max-semi-space-size=16', '--env-file-if-exists=.env'];
const host = spawn(process.execPath, [...flags, 'src/host.ts'], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => host.kill(signal));
host.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
