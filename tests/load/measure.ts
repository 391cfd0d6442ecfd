import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Shot = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };
/** @property once each request is sent once, in order; without it the first is repeated for `seconds` */
export type Load = { base: string; requests: Shot[]; seconds: number; once?: boolean; expect?: number };
export type Result = { rps: number; p50: number; p99: number; errors: number };

const CONNECTIONS = 50;

/** Loads the server from another process, on the other core. */
export async function measure(load: Load): Promise<Result> {
  const gun = spawn('taskset', ['-c', '1', process.execPath, new URL('./gun.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  gun.stdin.end(JSON.stringify({ ...load, connections: CONNECTIONS }));
  let text = '';
  gun.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(gun, 'close');
  if (code !== 0) throw new Error(`Il carico è finito con codice ${code}`);
  return JSON.parse(text) as Result;
}
