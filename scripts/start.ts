/** `npm start`: builds when the sources are newer than the build, then runs the host with the memory it needs and no more. */
import { spawn } from 'node:child_process';
import { buildWhenStale } from './build.ts';

const root = new URL('..', import.meta.url).pathname;
const code = buildWhenStale();
if (code !== 0) process.exit(code);

const flags = ['--max-semi-space-size=16', '--env-file-if-exists=.env'];
const host = spawn(process.execPath, [...flags, 'src/host.ts'], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => host.kill(signal));
host.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
