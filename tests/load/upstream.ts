/**
 * `npm run bench -- upstream`: what the portal adds in front of a back end on the same machine, to a call, in
 * memory to an upload, and to pages while many uploads are open. The table goes into docs/bench.md. BENCH_ONLY selects
 * rows by name; nothing is written then.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LOGGED_IN } from '../back-end.ts';
import { Citizen } from '../citizen.ts';
import { figuresOf } from './figures.ts';
import { medianOf } from './measure.ts';
import {
  type LoadServer,
  loadSettings,
  peakDuring,
  residentMb,
  startBackEnd,
  startForwarder,
  startPortal,
} from './servers.ts';
import { openSlowUploads, type UploadSender, uploadFile } from './uploads.ts';

const PORT = Number(process.env.BENCH_PORT ?? 4390);
const BASE_URL = `http://127.0.0.1:${PORT}`;
const ONLY = process.env.BENCH_ONLY === undefined ? undefined : new RegExp(process.env.BENCH_ONLY, 'i');

const MAX_CALL_MS = 2;
const MAX_UPLOAD_MB = 8;
const MAX_BESIDE_MS = 200;

const CALLS = 400;
/** Until V8 has found how often it must collect the buffers of what has passed: some tens of MB, once. */
const WARM_UPLOADS = 15;
const UPLOADS = 15;
const OPEN_UPLOADS = 200;
/** After it all of them have been admitted, and hardly move. */
const OPENED_MS = 2_000;
const ROUNDS = 100;
/** Asked before any time counts. */
const WARMING = 500;

const OPTIONS = '/api/v1/generic/segnalazione/options';
const POSIZIONI = '/api/v1/posizione/list';
const AREA = '/area-riservata';

/** @property most what it should not exceed @property got what was measured, in the same unit @property details in words */
type UpstreamRow = { name: string; most: number; got: number; unit: string; details: string };
type RowHeaders = Record<string, string>;

export async function benchUpstream(): Promise<void> {
  const faults: string[] = [];
  const figures = figuresOf('bench.md', 'upstream', ONLY === undefined);
  figures.tell('| what | at most | measured | |\n|---|---|---|---|');
  const measured = async (name: string, measure: () => Promise<UpstreamRow[]>): Promise<void> => {
    if (ONLY && !ONLY.test(name)) return;
    for (const row of await measure()) {
      const { most, got, unit } = row;
      figures.tell(`| ${row.name} | ${most}${unit} | ${got.toFixed(unit ? 1 : 2)}${unit} | ${row.details} |`);
      if (!(got <= most)) faults.push(`${row.name}: ${got.toFixed(2)}${unit}`);
    }
  };
  const backEnd = await startBackEnd(PORT + 1, BASE_URL);
  try {
    await withPortal({ API_UPSTREAM_URL: backEnd.base }, async (portal) => {
      const { headers, uploader } = await logInBehind(backEnd);
      await measured('call', () => compareCalls(portal, backEnd, headers));
      await measured('memory', () => measureMemory(portal, uploader));
      await measured('caricamenti lenti', () => measureBeside(portal, headers, uploader));
    });
  } finally {
    await backEnd.stop();
  }
  figures.write();
  if (faults.length > 0) {
    console.log(`\nOltre la meta: ${faults.join('; ')}`);
    process.exitCode = 1;
  }
}

/** Runs a portal on a store of its own. */
async function withPortal<T>(more: RowHeaders, work: (portal: LoadServer) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portale-bench-'));
  const env = { ...loadSettings(PORT, { dataDir }), ...more };
  // The first start imports the demo data.
  await (await startPortal(env)).stop();
  const portal = await startPortal(env);
  try {
    return await work(portal);
  } finally {
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Logs a citizen in at the back end. @returns headers of a page's calls, which both of them take, and those of its uploads */
async function logInBehind({ base }: LoadServer): Promise<{ headers: RowHeaders; uploader: UploadSender }> {
  const citizen = new Citizen(base);
  await citizen.get(`/login/${LOGGED_IN}`);
  const { cookies, token } = citizen;
  const headers = { accept: 'application/json', origin: BASE_URL, referer: `${BASE_URL}/`, cookie: cookies };
  return { headers, uploader: { base: BASE_URL, headers: { ...headers, 'x-xsrf-token': token } } };
}

/** Asks over one kept connection. @returns how long each answer took until its last byte, in ms */
function askerOf({ base }: Pick<LoadServer, 'base'>, headers: RowHeaders) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string): Promise<number> =>
    new Promise((done, failed) => {
      const began = performance.now();
      const asking = request(base + path, { agent, headers }, (answer) => {
        answer.resume().once('end', () => {
          if (answer.statusCode === 200) done(performance.now() - began);
          else failed(new Error(`${base}${path}: ${answer.statusCode}`));
        });
      });
      asking.on('error', failed).end();
    });
  return { ask, close: () => agent.destroy() };
}

/** The same calls at the back end, through a server that only forwards, and through the portal, in turns. */
async function compareCalls(portal: LoadServer, backEnd: LoadServer, headers: RowHeaders): Promise<UpstreamRow[]> {
  const forwarder = await startForwarder(PORT + 2, backEnd);
  try {
    const servers = [backEnd, forwarder, portal];
    const { cookie: _, ...guest } = headers;
    return [
      await compareCall({ name: 'call without a login, added', path: OPTIONS, headers: guest }, servers),
      await compareCall({ name: 'call with a login, added', path: POSIZIONI, headers }, servers),
    ];
  } finally {
    await forwarder.stop();
  }
}

async function compareCall(
  { name, path, headers }: { name: string; path: string; headers: RowHeaders },
  servers: readonly LoadServer[],
): Promise<UpstreamRow> {
  const sides = servers.map((server) => ({ ...askerOf(server, headers), times: [] as number[] }));
  for (let n = -WARMING; n < CALLS; n++)
    for (const { ask, times } of sides) {
      const ms = await ask(path);
      if (n >= 0) times.push(ms);
    }
  for (const { close } of sides) close();
  const [direct, forwarded, through] = sides.map(({ times }) => medianOf(times)) as [number, number, number];
  return {
    name,
    most: MAX_CALL_MS,
    got: through - direct,
    unit: ' ms',
    details: `\`${path}\`: ${through.toFixed(1)} ms, at the back end ${direct.toFixed(1)}, by a bare forwarder ${forwarded.toFixed(1)}; ${CALLS} times`,
  };
}

async function measureMemory(portal: LoadServer, uploader: UploadSender): Promise<UpstreamRow[]> {
  const cold = residentMb(portal, 'VmRSS');
  for (let n = 0; n < WARM_UPLOADS; n++) await uploadFile(uploader);
  const warm = residentMb(portal, 'VmRSS');
  const added: number[] = [];
  for (let n = 0; n < UPLOADS; n++) {
    const before = residentMb(portal, 'VmRSS');
    added.push((await peakDuring(portal, () => uploadFile(uploader))) - before);
  }
  return [
    {
      name: 'memory for a file of 10 MB, added',
      most: MAX_UPLOAD_MB,
      got: medianOf(added),
      unit: ' MB',
      details: `${cold.toFixed(0)} MB, after the first ${WARM_UPLOADS} uploads ${warm.toFixed(0)}; ${UPLOADS} others, the highest ${Math.max(...added).toFixed(1)} added`,
    },
  ];
}

/** Pages and a list while many uploads hardly move, and the same without them. */
async function measureBeside(portal: LoadServer, headers: RowHeaders, uploader: UploadSender): Promise<UpstreamRow[]> {
  const alone = await pageTimes(portal, headers);
  const uploads = await openSlowUploads(uploader, OPEN_UPLOADS);
  // Many calls that begin at once are no question of how slow they are.
  await pause(OPENED_MS);
  const beside = await pageTimes(portal, headers);
  const ended = uploads.ended();
  uploads.close();
  if (ended > 0) throw new Error(`${ended} uploads ended before the pages`);
  const row = (name: string, share: number): UpstreamRow => ({
    name: `${name} beside ${OPEN_UPLOADS} slow uploads`,
    most: MAX_BESIDE_MS,
    unit: ' ms',
    got: shareOf(beside, share),
    details: `${shareOf(alone, share).toFixed(1)} ms without; ${beside.length} pages`,
  });
  return [row('95% of the pages', 0.95), row('the slowest page', 1)];
}

async function pageTimes(portal: LoadServer, headers: RowHeaders): Promise<number[]> {
  const { ask, close } = askerOf(portal, headers);
  const times: number[] = [];
  for (let n = -5; n < ROUNDS; n++)
    for (const path of ['/', '/segnalazione', `${AREA}?scheda=posizioni`, POSIZIONI]) {
      const ms = await ask(path);
      if (n >= 0) times.push(ms);
    }
  close();
  return times;
}

/** @param share of the values that are not above it: 1 for the highest */
const shareOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
