/** Child of measure.ts: reads a load from standard input, fires it, prints the result as JSON. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Load, Result, Shot } from './measure.ts';

const load = JSON.parse(await text(process.stdin)) as Load & { connections: number };
const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
const { hostname, port } = new URL(load.base);
const times: number[] = [];
let errors = 0;
let next = 0;

function fire(shot: Shot): Promise<void> {
  const began = performance.now();
  return new Promise((done) => {
    const out = request(
      { agent, hostname, port, path: shot.path, method: shot.method ?? 'GET', headers: shot.headers ?? {} },
      (answer) => {
        answer.resume();
        answer.on('end', () => {
          times.push(performance.now() - began);
          if (answer.statusCode !== (load.expect ?? 200)) errors++;
          done();
        });
      },
    );
    out.on('error', () => {
      errors++;
      done();
    });
    out.end(shot.body);
  });
}

async function worker(until: number): Promise<void> {
  while (performance.now() < until) {
    const shot = load.once ? load.requests[next++] : load.requests[next++ % load.requests.length];
    if (!shot) return;
    await fire(shot);
  }
}

async function volley(seconds: number): Promise<number> {
  const began = performance.now();
  await Promise.all(Array.from({ length: load.connections }, () => worker(began + seconds * 1000)));
  return (performance.now() - began) / 1000;
}

// What is only warmth of the machine is not counted (V8 goes on compiling a page for some 20,000 of them): it is over once a
// volley is no faster than the best before it. A send counts from the first.
const WARM_SECONDS = 4;
const WARM_VOLLEYS = 12;
if (!load.once) {
  let best = 0;
  for (let n = 0; n < WARM_VOLLEYS; n++) {
    times.length = 0;
    const seconds = await volley(WARM_SECONDS);
    const rate = times.length / seconds;
    if (n >= 2 && rate < best * 1.01) break;
    best = Math.max(best, rate);
  }
}
times.length = 0;
errors = 0;
const took = await volley(load.seconds);
agent.destroy();
times.sort((a, b) => a - b);
const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
const result: Result = { rps: Math.round(times.length / took), p50: at(0.5), p99: at(0.99), errors };
process.stdout.write(JSON.stringify(result));
