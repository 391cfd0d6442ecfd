/** `npm start`: builds when the sources are newer than the build, then runs the host with the memory it needs and no more. */
import { spawn } from 'node:child_process';
import { buildWhenStale } from './build.ts';
import { HOST_FLAGS } from './host-flags.ts';

const root = new URL('..', import.meta.url).pathname;
const code = buildWhenStale();
if (code !== 0) process.exit(code);

const host = spawn(process.execPath, [...HOST_FLAGS, '--env-file-if-exists=.env', 'src/host.ts'], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => host.kill(signal));
host.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
