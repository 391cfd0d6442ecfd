/** One row of the bench: a load fired at the portal and, in turns with it, at a bare server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { LoadServer } from './servers.ts';

export type LoadShot = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };
/** @property once each request is sent once, in order; without it they are repeated for the seconds of a volley */
export type LoadRow = { requests: LoadShot[]; once?: boolean; expect?: number };
export type LoadTable = Record<string, LoadRow>;

/**
 * What came of it.
 * @property shares of the bare server's requests a second, one per turn
 * @property cpuShares processor time of a bare answer as a share of ours, one per turn: stricter where the gun is what limits the bare
 *   server, and hardly changed by what else the machine does
 */
export type LoadResult = {
  rps: number;
  p50: number;
  p99: number;
  errors: number;
  bytes: number;
  shares: number[];
  cpuShares: number[];
};

/** What the gun is told. */
export type LoadOrder = LoadRow & {
  portal: LoadTarget;
  bare: LoadTarget;
  seconds: number;
  turns: number;
  connections: number;
};
export type LoadTarget = { base: string; pid: number };

const CONNECTIONS = 50;
const TURNS = 5;

/** @param seconds the portal is loaded, warming up not counted */
export async function measure(
  load: LoadRow,
  portal: LoadServer,
  bare: LoadServer,
  seconds: number,
): Promise<LoadResult> {
  const gun = spawn('taskset', ['-c', '1', process.execPath, new URL('./gun.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const target = ({ base, pid }: LoadServer): LoadTarget => ({ base, pid });
  const order: LoadOrder = {
    ...load,
    portal: target(portal),
    bare: target(bare),
    seconds: seconds / TURNS,
    turns: TURNS,
    connections: CONNECTIONS,
  };
  gun.stdin.end(JSON.stringify(order));
  const [result, [code]] = await Promise.all([text(gun.stdout), once(gun, 'close')]);
  if (code !== 0) throw new Error(`Il carico è finito con codice ${code}`);
  return JSON.parse(result) as LoadResult;
}
