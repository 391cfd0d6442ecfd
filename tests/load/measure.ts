/** Measures one row of the bench: sends a load to the portal and, in turns, to its peer, a bare server or the portal's page made by Next. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { LoadServer } from './servers.ts';

export type LoadShot = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };
/**
 * @property once sends each request once, in order; otherwise they are repeated for as long as a volley lasts
 * @property peer what the peer is asked, and warmed up with; without it the peer is a bare server, which is asked for as many bytes
 */
export type LoadRow = { requests: LoadShot[]; once?: boolean; expect?: number; peer?: LoadShot[] };
export type LoadTable = Record<string, LoadRow>;

/**
 * The measurements of a row.
 * @property shares portal's requests per second as a share of the peer's, one per turn
 * @property cpuShares processor time of the peer's answer as a share of the portal's, one per turn: stricter where the sender limits a
 *   bare server, and hardly affected by what else the machine does
 */
export type LoadResult = LoadSide & {
  p50: number;
  p99: number;
  peer: LoadSide;
  shares: number[];
  cpuShares: number[];
};

/** What one of the two servers did. @property cpu median of the turns, in ms per request */
export type LoadSide = { bytes: number; rps: number; errors: number; cpu: number };

/** The input of gun.ts. */
export type LoadOrder = {
  row: LoadRow;
  portal: LoadTarget;
  peer: LoadTarget;
  seconds: number;
  turns: number;
  connections: number;
};
export type LoadTarget = { base: string; pid: number };

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const CONNECTIONS = 50;
const TURNS = 5;

/** @param seconds how long the portal is loaded, without warming up */
export async function measure(
  load: LoadRow,
  portal: LoadServer,
  peer: LoadServer,
  seconds: number,
): Promise<LoadResult> {
  const gun = spawn('taskset', ['-c', '1', process.execPath, new URL('./gun.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const target = ({ base, pid }: LoadServer): LoadTarget => ({ base, pid });
  const order: LoadOrder = {
    row: load,
    portal: target(portal),
    peer: target(peer),
    seconds: seconds / TURNS,
    turns: TURNS,
    connections: CONNECTIONS,
  };
  gun.stdin.end(JSON.stringify(order));
  const [result, [code]] = await Promise.all([text(gun.stdout), once(gun, 'close')]);
  if (code !== 0) throw new Error(`The load ended with code ${code}`);
  return JSON.parse(result) as LoadResult;
}
