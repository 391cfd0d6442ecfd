/** `npm start`: builds when the sources are newer than the build, then runs the host with its memory settings. */
import { spawn } from 'node:child_process';
import { buildWhenStale } from './build.ts';
import { HOST_FLAGS } from './host-flags.ts';

const projectRoot = new URL('..', import.meta.url).pathname;
const buildCode = buildWhenStale();
if (buildCode !== 0) process.exit(buildCode);

const hostProcess = spawn(process.execPath, [...HOST_FLAGS, '--env-file-if-exists=.env', 'src/host.ts'], {
  cwd: projectRoot,
  stdio: 'inherit',
});
for (const stopSignal of ['SIGTERM', 'SIGINT'] as const) process.on(stopSignal, () => hostProcess.kill(stopSignal));
hostProcess.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
