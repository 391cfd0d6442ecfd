/** Child process of measure.ts: reads an order from standard input, sends its requests to both servers in turns, and prints the result as JSON. */
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type LoadOrder, type LoadResult, type LoadShot, type LoadSide, type LoadTarget, medianOf } from './measure.ts';

/** The result of a volley. @property cpu the server's processor time per request, in ms */
type Volley = { times: number[]; seconds: number; cpu: number; errors: number };

const order = JSON.parse(await text(process.stdin)) as LoadOrder;
const agent = new Agent({ keepAlive: true, maxSockets: order.connections });

/** @returns the status and the number of bytes of the answer */
function fire({ base }: LoadTarget, shot: LoadShot): Promise<{ status: number; bytes: number }> {
  const { hostname, port } = new URL(base);
  const { path, method = 'GET' } = shot;
  // As browsers ask over https, unless the shot says otherwise.
  const headers = { 'accept-encoding': 'br', ...shot.headers };
  return new Promise((done, failed) => {
    const answered = (answer: IncomingMessage) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => done({ status: answer.statusCode ?? 0, bytes }));
    };
    request({ agent, hostname, port, path, method, headers }, answered).on('error', failed).end(shot.body);
  });
}

/** Processor time of all threads of a process, in ms. The kernel counts user and system time in hundredths of a second. */
function cpuOf({ pid }: LoadTarget): number {
  const afterTheName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(afterTheName[11]) + Number(afterTheName[12])) * 10;
}

/** @param next gives the next request, or undefined when all have been sent */
async function volley(
  target: LoadTarget,
  next: () => LoadShot | undefined,
  seconds: number,
  expect: number,
): Promise<Volley> {
  const times: number[] = [];
  let errors = 0;
  const [began, before] = [performance.now(), cpuOf(target)];
  async function worker(): Promise<void> {
    while (performance.now() - began < seconds * 1000) {
      const shot = next();
      if (!shot) return;
      const from = performance.now();
      const status = await fire(target, shot).then(
        (answer) => answer.status,
        () => 0,
      );
      times.push(performance.now() - from);
      if (status !== expect) errors++;
    }
  }
  await Promise.all(Array.from({ length: order.connections }, worker));
  const took = (performance.now() - began) / 1000;
  return { times, seconds: took, cpu: (cpuOf(target) - before) / times.length, errors };
}

const rate = ({ times, seconds }: Volley): number => times.length / seconds;

/** Gives the requests in turn: once each, or over and over. */
function each(shots: readonly LoadShot[], once = false): () => LoadShot | undefined {
  let n = 0;
  return () => (once ? shots[n++] : shots[n++ % shots.length]);
}

// Warming up is not counted: V8 compiles a page during its first 20,000 requests or so. It ends when a volley costs no less than the
// best one before it. Rows with `once` are counted from the start, and their first request only tells the size of an answer.
const WARM_SECONDS = 3;
const WARM_VOLLEYS = 10;
const { portal, peer, turns, row } = order;
const { requests, once = false, expect = 200 } = row;

async function warm(target: LoadTarget, next: () => LoadShot | undefined): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < WARM_VOLLEYS; n++) {
    const { cpu } = await volley(target, next, WARM_SECONDS, expect);
    if (n >= 2 && cpu > best * 0.99) return;
    best = Math.min(best, cpu);
  }
}

const [first, ...others] = requests as [LoadShot, ...LoadShot[]];
const { status, bytes } = await fire(portal, first);
const left = once ? others : requests;
if (!once) await warm(portal, each(requests));
const peerShots = row.peer ?? requests.map((shot) => ({ ...shot, path: `/${bytes}` }));
const peerNext = each(peerShots);
if (row.peer) await warm(peer, peerNext);
else await volley(peer, peerNext, 1, 200);

const slice = Math.ceil(left.length / turns);
const ours: Volley[] = [];
const theirs: Volley[] = [];
for (let turn = 0; turn < turns; turn++) {
  const some = once ? left.slice(turn * slice, (turn + 1) * slice) : left;
  ours.push(await volley(portal, each(some, once), once ? 60 : order.seconds, expect));
  theirs.push(await volley(peer, peerNext, Math.max(1, order.seconds / 2), 200));
}
const peerBytes = (await fire(peer, peerShots[0] as LoadShot)).bytes;
agent.destroy();

const sum = (side: Volley[], of: (v: Volley) => number) => side.reduce((total, v) => total + of(v), 0);
const sideOf = (side: Volley[], size: number): LoadSide => ({
  bytes: size,
  rps: Math.round(sum(side, (v) => v.times.length) / sum(side, (v) => v.seconds)),
  errors: sum(side, (v) => v.errors),
  cpu: medianOf(side.map((v) => v.cpu)),
});
/** Compares the two servers turn by turn. */
const byTurn = (of: (ours: Volley, theirs: Volley) => number) => ours.map((v, turn) => of(v, theirs[turn] as Volley));
const times = ours.flatMap((v) => v.times).sort((a, b) => a - b);
const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
const side = sideOf(ours, bytes);
const result: LoadResult = {
  ...side,
  errors: side.errors + (status === expect ? 0 : 1),
  p50: at(0.5),
  p99: at(0.99),
  peer: sideOf(theirs, peerBytes),
  shares: byTurn((mine, other) => rate(mine) / rate(other)),
  cpuShares: byTurn((mine, other) => other.cpu / mine.cpu),
};
process.stdout.write(JSON.stringify(result));
