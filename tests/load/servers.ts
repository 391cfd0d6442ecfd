/** Starts the servers of the bench, each in a process of its own: what is measured on core 0, a back end beside the load on core 1. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST_FLAGS } from '../../scripts/host-flags.ts';

export const LOAD_SECRET = 'segreto-per-le-misure-di-almeno-32-caratteri';

/** Where a measured portal keeps its data. @property databaseUrl without it, in a file of the folder */
export type LoadPlace = { dataDir: string; databaseUrl?: string | undefined };

/** @returns the environment of a portal that is measured: as it ships, without limits */
export const loadSettings = (port: number, { dataDir, databaseUrl }: LoadPlace): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: dataDir,
  PORTAL_SECRET: LOAD_SECRET,
  LIMITS_FACTOR: '1000000',
  TRUST_PROXY: '1',
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

export type LoadServer = { base: string; pid: number; stop(): Promise<void> };

/** Starts the built portal. @param env must have PORT @param flags of Node @param core numbers of cores, as `taskset` takes them */
export const startPortal = (env: NodeJS.ProcessEnv, flags: readonly string[] = [], core = '0'): Promise<LoadServer> =>
  start([...HOST_FLAGS, ...flags, 'src/host.ts'], env, 'Portale pronto', core);

export const startBare = (port: number): Promise<LoadServer> =>
  start([new URL('./bare.ts', import.meta.url).pathname], { ...process.env, PORT: String(port) }, 'pronto');

/** Starts a built Next app as its manual says, without flags. @param app its folder, three below its packages */
export const startNext = (app: string, port: number): Promise<LoadServer> =>
  start(
    [join(app, '../../../node_modules/.bin/next'), 'start', '-H', '127.0.0.1', app],
    { ...process.env, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
    'Ready',
  );

/** Starts a built Astro server of its own. @param built its folder */
export const startAstro = (built: string, port: number): Promise<LoadServer> =>
  start(
    [...HOST_FLAGS, join(built, 'server/entry.mjs')],
    { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
    'listening',
  );

/** Starts a server that forwards every request to another one and does nothing else. */
export const startForwarder = (port: number, target: LoadServer): Promise<LoadServer> =>
  start(
    [new URL('./forwarder.ts', import.meta.url).pathname],
    { ...process.env, PORT: String(port), TARGET: target.base },
    'pronto',
  );

/** Starts the double of a municipality's back end. @param publicUrl of the portal in front of it */
export const startBackEnd = (port: number, publicUrl: string): Promise<LoadServer> =>
  start(
    [new URL('./back-end.ts', import.meta.url).pathname],
    { ...process.env, PORT: String(port), PUBLIC_URL: publicUrl },
    'pronto',
    '1',
  );

async function start(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: string,
  core = '0',
): Promise<LoadServer> {
  const child = spawn('taskset', ['-c', core, process.execPath, ...command], {
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
export const memoryOf = (server: LoadServer, field: 'VmRSS' | 'VmHWM'): number => Math.round(residentMb(server, field));

/** @returns the same with fractions */
export function residentMb({ pid }: LoadServer, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

/** @returns the peak of the resident memory of a server during some work, in MB */
export async function peakDuring(server: LoadServer, work: () => Promise<unknown>): Promise<number> {
  // The kernel forgets the peak so far, and keeps a new one without missing a moment.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
  await work();
  return residentMb(server, 'VmHWM');
}
