import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOST_FLAGS } from '../scripts/host-flags.ts';
import { openStore } from '../src/store/open.server.ts';
import { CHILD_ENV } from './child-env.ts';

/** The built portal as its own process, on a store of its own, as a municipality would run it. */
export type Portal = {
  /** As citizens write it (PUBLIC_URL) */
  base: string;
  /** Where it listens */
  local: string;
  dataDir: string;
  pid(): number;
  /** What it has printed so far */
  log(): string;
  /** As a service manager stops it. @returns exit code */
  stop(): Promise<number | null>;
  /** As a power cut does */
  kill(): Promise<void>;
  /** Unless it is running */
  start(): Promise<void>;
  /** Stops it and deletes its store */
  end(): Promise<void>;
};

/** The variable that names the folder of a filled sandbox, see sandbox-model.ts. */
export const SANDBOX_MODEL = 'SANDBOX_MODEL';
/** With one of these a store begins otherwise. */
const OTHER_STORE = ['DATA_DIR', 'DATABASE_URL', 'PORTAL_MODE', 'PORTAL_SECRET', 'API_UPSTREAM_URL'];

/**
 * @param env settings beyond port, address and folder
 * @param flags what Node is told beyond what it always is
 */
export async function portal(env: Record<string, string> = {}, flags: readonly string[] = []): Promise<Portal> {
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const base = env.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  const local = `http://127.0.0.1:${port}`;
  const own = env.DATA_DIR === undefined;
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'portale-'));
  const model = process.env[SANDBOX_MODEL];
  if (model && !OTHER_STORE.some((name) => env[name] !== undefined)) cpSync(model, dataDir, { recursive: true });
  let child: ChildProcess | undefined;
  let log = '';

  async function start(): Promise<void> {
    if (child && child.exitCode === null && child.signalCode === null) return;
    const settings = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: base, DATA_DIR: dataDir, ...env };
    child = spawn(process.execPath, [...HOST_FLAGS, ...flags, 'src/host.ts'], {
      env: { ...CHILD_ENV, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await new Promise<void>((ready, failed) => {
      const read = (chunk: Buffer) => {
        log += chunk;
        if (String(chunk).includes('Portale pronto')) ready();
      };
      child?.stdout?.on('data', read);
      child?.stderr?.on('data', read);
      child?.once('exit', () => failed(new Error(`Il portale non è partito:\n${log}`)));
    });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return child.exitCode;
  }

  // In production no host makes a store: the administrator does.
  if (env.PORTAL_MODE === 'production') await (await openStore({ dataDir, databaseUrl: env.DATABASE_URL })).close();
  await start();
  return {
    base,
    local,
    dataDir,
    start,
    pid: () => child?.pid ?? 0,
    log: () => log,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    end: async () => {
      await end('SIGTERM');
      if (own) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Below those that the system gives to connections and to servers without a wish (Linux: from 32768). */
const FIRST_PORT = 10_000;
const END_PORT = 32_000;

/** @returns one that stays free until somebody asks for it by its number */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, END_PORT);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
