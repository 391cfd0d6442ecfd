/** Starts the two servers of the bench, each in a process of its own on core 0. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { HOST_FLAGS } from '../../scripts/host-flags.ts';

export type LoadServer = { base: string; pid: number; stop(): Promise<void> };

/** Starts the built portal. @param env must have PORT */
export const startPortal = (env: NodeJS.ProcessEnv): Promise<LoadServer> =>
  start([...HOST_FLAGS, 'src/host.ts'], env, 'Portale pronto');

export const startBare = (port: number): Promise<LoadServer> =>
  start([new URL('./bare.ts', import.meta.url).pathname], { ...process.env, PORT: String(port) }, 'pronto');

async function start(command: readonly string[], env: NodeJS.ProcessEnv, ready: string): Promise<LoadServer> {
  const child = spawn('taskset', ['-c', '0', process.execPath, ...command], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes(ready)) break;
  const base = `http://127.0.0.1:${env.PORT}`;
  const first = await fetch(`${base}/`);
  if (!first.ok) throw new Error(`${base} risponde ${first.status}`);
  await first.arrayBuffer();
  // `taskset` is replaced by the server it starts, which keeps its process id.
  return { base, pid: child.pid as number, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Resident memory in MB: now (VmRSS) or at its peak (VmHWM). */
export function memoryOf({ pid }: LoadServer, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}
