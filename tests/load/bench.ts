/**
 * `npm run bench`: measures the pages and calls that matter on SQLite and PostgreSQL, each in turns with a bare `node:http` server that
 * sends as many bytes from memory. The result is the share of that server's rate, which depends little on the machine and its load.
 * Servers run on core 0 and the load on core 1, without limits; pages are asked for as browsers ask, with brotli. BENCH_ONLY selects
 * rows by name, BENCH_ENGINE one engine, BENCH_SECONDS another duration. The tables go into docs/bench.md when all rows were measured.
 * `npm run bench -- desk` measures the operators' desk (desk.ts), `npm run bench -- scale` a large store beside a small one (scale.ts),
 * `npm run bench -- upstream` the portal in front of a back end (upstream.ts), `npm run bench -- strangers` the processor time of all that
 * a person without a login can ask for (strangers.ts), `npm run bench -- speed` how fast pages are for a person (speed.ts),
 * `npm run bench -- money` the books of an ente (money.ts), `npm run bench -- delegations` the pages of a delegate of many (deleghe.ts),
 * `npm run bench -- appointments` the free times of an office (appointments.ts),
 * `npm run bench -- next` a form beside the same page made by Next (next.ts).
 */

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AVVISI, numeroAvvisoOf } from '../../src/sandbox/demo/avvisi.ts';
import { ENTI } from '../../src/sandbox/demo/enti.ts';
import { openStore } from '../../src/store/open.server.ts';
import { startPostgres } from '../postgres-server.ts';
import { benchAppointments } from './appointments.ts';
import { benchBareAstro } from './bare-astro.ts';
import { benchBytes } from './bytes.ts';
import { benchDeleghe } from './deleghe.ts';
import { benchDesk } from './desk.ts';
import { figuresOf, tellMissed } from './figures.ts';
import { openForms } from './forms.ts';
import { benchLighthouse } from './lighthouse.ts';
import { type LoadShot, type LoadTable, measure, medianOf } from './measure.ts';
import { measureMezzi } from './mezzi.ts';
import { benchMoney } from './money.ts';
import { benchNext } from './next.ts';
import { makeNotifications } from './notifications.ts';
import { benchPresses } from './presses.ts';
import { benchScale } from './scale.ts';
import { postJson, type Seed, seed } from './seed.ts';
import { type LoadPlace, type LoadServer, loadSettings, memoryOf, startBare, startPortal } from './servers.ts';
import { benchSlowLine } from './slow-line.ts';
import { benchStrangers } from './strangers.ts';
import { importFile, prepareTaxpayer, writeDataFile } from './taxpayers.ts';
import { prepareTown } from './town.ts';
import { benchUpstream } from './upstream.ts';

const PORT = Number(process.env.BENCH_PORT ?? 4390);
const BASE_URL = `http://127.0.0.1:${PORT}`;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const ENGINES = process.env.BENCH_ENGINE ? [process.env.BENCH_ENGINE] : ['sqlite', 'postgres'];
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '', 'i');

const HOME = 1 / 20;
const FORM = 1 / 60;
const LIST = 1 / 15;
/** The least share of the bare server's rate that a row must reach. What compression costs on top is zlib's, and told beside it. */
const GOALS: Record<string, number> = {
  'home page, uncompressed': HOME,
  'form of a report, uncompressed': FORM,
  'list of positions': LIST,
  'documents of a position': LIST,
  'list of declarations': LIST,
  'list of reports': LIST,
};
/** Positions in the store, with three documents each: a citizen's lists must not cost more when others have many. */
const FEW_POSIZIONI = 1000;
const MANY_POSIZIONI = 100_000;
/** A file that replaces all of them may take as long as so many imports. */
const MAX_REPLACEMENT = 2;
const MAX_RATIO = 1.2;
/** A page that is the same for everybody may cost so many times a file that was compressed at the build. */
const STILL_PAGE = 'home page, without a cookie';
const READY_FILE = 'file compressed at the build';
const MAX_STILL = 1.5;
/** Notifications of payment; three in ten are repeated. */
const NOTIFICATION_COUNT = 10_000;

/** Only what was measured as described is written. */
const IS_WHOLE = !process.env.BENCH_ONLY && !process.env.BENCH_SECONDS;

/** @property rows measures and tells rows, and returns the share of each; `after` is added to their names @property told takes a line for work that is done once and has no bare server to compare with */
type Bench = {
  told(what: string): void;
  env: NodeJS.ProcessEnv;
  where: LoadPlace;
  rows(loads: LoadTable, after?: string): Promise<Map<string, number>>;
  failed(what: string): void;
};

async function main(): Promise<void> {
  const faults: string[] = [];
  const bare = await startBare(PORT + 1);
  try {
    for (const engine of ENGINES) {
      const dataDir = mkdtempSync(join(tmpdir(), 'portale-bench-'));
      const database = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
      const databaseUrl = await database?.database('bench');
      try {
        await oneEngine({ dataDir, databaseUrl }, bare, (what) => faults.push(`${engine} ${what}`));
      } finally {
        await database?.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    }
  } finally {
    await bare.stop();
  }
  tellMissed(faults);
}

async function oneEngine(where: Bench['where'], bare: LoadServer, failed: Bench['failed']): Promise<void> {
  const env = loadSettings(PORT, where);
  // The first start imports the demo data, which no municipality has and no later start repeats.
  await (await startPortal(env)).stop();
  const began = performance.now();
  const portal = await startPortal(env);
  const startMs = Math.round(performance.now() - began);
  const name = where.databaseUrl ? 'postgres' : 'sqlite';
  const figures = figuresOf('bench.md', name, IS_WHOLE);
  figures.tell(`${name}: first answer ${startMs} ms after the start, memory ${memoryOf(portal, 'VmRSS')} MB\n`);
  figures.tell(
    '| what | share of the bare server | from – to | by processor | bytes | requests/s | p50 ms | p99 ms | errors | memory MB |',
  );
  figures.tell('|---|---|---|---|---|---|---|---|---|---|');
  const rows: Bench['rows'] = async (loads, after = '') => {
    const shares = new Map<string, number>();
    for (const [name, load] of Object.entries(loads).filter(([name]) => ONLY.test(name))) {
      const result = await measure(load, portal, bare, SECONDS);
      const { shares: turns, cpuShares, errors, bytes, rps, p50, p99 } = result;
      const [least = 0, ...others] = turns.toSorted((a, b) => a - b);
      const share = medianOf(turns);
      const span = `${oneIn(least)} – ${oneIn(others.at(-1) ?? least)}`;
      const rest = [bytes, rps, p50, p99, errors, memoryOf(portal, 'VmHWM')].join(' | ');
      figures.tell(`| ${name}${after} | ${oneIn(share)} | ${span} | ${oneIn(medianOf(cpuShares))} | ${rest} |`);
      const goal = GOALS[name];
      if (errors > 0) failed(`${name}: ${errors} errors`);
      if (goal && share < goal) failed(`${name}: ${oneIn(share)} instead of ${oneIn(goal)}`);
      shares.set(name, share);
    }
    return shares;
  };
  try {
    const made = await seed({ ...where, base: BASE_URL, visitors: 6000 });
    const bench = { env, where, rows, told: (what: string) => figures.tell(`| ${what} | | | | | | | | | |`), failed };
    const shares = await rows({ ...loads(made), ...(await openForms(BASE_URL)), ...(await prepareTown(where)) });
    const [still, file] = [shares.get(STILL_PAGE), shares.get(READY_FILE)];
    if (still && file) {
      const ratio = file / still;
      figures.tell(`| ${STILL_PAGE}: costs ${ratio.toFixed(2)} times a file | | | | | | | | | |`);
      if (ratio > MAX_STILL) failed(`${STILL_PAGE}: costs ${ratio.toFixed(2)} times a file`);
    }
    await payments(bench, made);
    await devices(bench);
    await taxpayers(bench);
    figures.write();
  } finally {
    await portal.stop();
  }
}

/** Path of the script of the build that weighs most. */
function largestScript(): string {
  const folder = new URL('../../dist/client/_astro/', import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const weight = (name: string) => statSync(new URL(name, folder)).size;
  return `/_astro/${scripts.toSorted((a, b) => weight(b) - weight(a))[0]}`;
}

const oneIn = (share: number): string => `1/${(1 / share).toFixed(1)}`;

/** Checks a notice, opens carts one after the other, and sends a provider's notifications; each payment must be counted once. */
async function payments({ where, rows, told, failed }: Bench, made: Seed): Promise<void> {
  const [avviso] = AVVISI;
  const [known, ...others] = made.sends;
  if (!avviso || !known) throw new Error('A test notice or its payer is missing');
  const { numero_avviso, dominioEC } = {
    numero_avviso: numeroAvvisoOf(avviso),
    dominioEC: codiceFiscaleOf(avviso.ente),
  };
  const check = (shot: LoadShot) => ({
    path: '/api/v1/payments/pagopa/check',
    method: 'POST' as const,
    headers: withoutKey(shot),
    body: JSON.stringify({ numero_avviso, dominioEC }),
  });
  await rows({ 'notice looked up': { requests: [check(known)] } });

  const { data } = (await (await postJson(BASE_URL, check(known))).json()) as { data: { IUV: string } };
  const times: number[] = [];
  for (const shot of others.slice(-200)) {
    const body = JSON.stringify({ IUV: data.IUV, dominioEC, emailDebitore: 'anna@esempio.it' });
    const began = performance.now();
    await postJson(BASE_URL, { path: '/api/v1/payments/pagopa/richiesta', headers: withoutKey(shot), body });
    times.push(performance.now() - began);
  }
  told(`cart opened, one at a time: ${medianOf(times).toFixed(1)} ms`);

  const name = 'notification of a payment';
  if (!ONLY.test(name)) return;
  const { requests, pagamenti } = await makeNotifications(where, NOTIFICATION_COUNT);
  await rows({ [name]: { requests, once: true } });
  const counted = await ricevuteMooney(where);
  if (counted !== pagamenti) failed(`${counted} receipts for ${pagamenti} payments`);
}

/** A declaration of 200 advertising devices: imported from one sheet, changed one by one, and its longest page. */
async function devices({ rows, told }: Bench): Promise<void> {
  const { step, csv_ms, changes_ms } = await measureMezzi(BASE_URL);
  await rows({ 'step with 200 devices': { requests: [step] } });
  told(`one of 200 devices changed, one at a time: ${medianOf(changes_ms).toFixed(1)} ms`);
  told(`CSV sheet of 200 rows: ${csv_ms.toFixed(0)} ms`);
}

const codiceFiscaleOf = (ente: string): string => ENTI.find(({ id }) => id === ente)?.codice_fiscale ?? '';

/** The headers of a visitor, without the key of an earlier send. */
function withoutKey({ headers = {} }: LoadShot): Record<string, string> {
  const { 'idempotency-key': _, ...rest } = headers;
  return rest;
}

async function ricevuteMooney(where: Bench['where']): Promise<number> {
  const { db, close } = await openStore(where);
  const { n } = await db
    .selectFrom('ricevute')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('fornitore', '=', 'mooney')
    .executeTakeFirstOrThrow();
  await close();
  return Number(n);
}

/** Measures a citizen's lists while others have few and many positions, and the time of importing those. */
async function taxpayers({ env, where, rows, told, failed }: Bench): Promise<void> {
  let citizen: LoadTable = {};
  const costs = new Map<string, number[]>();
  const after: string[] = [];
  for (const posizioni of [FEW_POSIZIONI, MANY_POSIZIONI]) {
    const seconds = await importFile(writeDataFile(where.dataDir, posizioni), env);
    after.push(`import of ${posizioni} positions and ${posizioni * 3} documents: ${seconds.toFixed(1)} s`);
    if (posizioni === MANY_POSIZIONI) {
      const left = MANY_POSIZIONI * 0.95;
      const replaced = await importFile(writeDataFile(where.dataDir, left, { replaces: true }), env);
      after.push(
        `replacement of ${MANY_POSIZIONI} positions and ${MANY_POSIZIONI * 3} documents by ${left} and ${left * 3}: ${replaced.toFixed(1)} s`,
      );
      if (!(replaced <= MAX_REPLACEMENT * seconds))
        failed(`a replacement takes ${(replaced / seconds).toFixed(2)} imports`);
    }
    if (posizioni === FEW_POSIZIONI) citizen = await prepareTaxpayer(where, BASE_URL);
    for (const [name, share] of await rows(citizen, ` (${posizioni} positions)`))
      costs.set(name, [...(costs.get(name) ?? []), 1 / share]);
  }
  for (const [name, [few = 0, many = 0]] of costs) {
    const ratio = many / few;
    after.push(
      `${name}: with ${MANY_POSIZIONI} positions it costs ${ratio.toFixed(2)} times as much as with ${FEW_POSIZIONI}`,
    );
    if (!(ratio <= MAX_RATIO)) failed(`${name}: costs ${ratio.toFixed(2)} times as much`);
  }
  after.forEach(told);
}

function loads(made: Seed): LoadTable {
  const detail = `/api/v1/generic/segnalazione/detail?email=${encodeURIComponent(made.pratica.email)}&id=${made.pratica.id}`;
  // A page is made for a browser with a cookie, whatever it is of.
  const home = { path: '/', headers: { cookie: 'altro=1' } };
  const form = { path: '/segnalazione?passo=dati', headers: { cookie: made.draftCookie } };
  const encoded = (shot: LoadShot, encoding: string): LoadShot => ({
    ...shot,
    headers: { ...shot.headers, 'accept-encoding': encoding },
  });
  return {
    'home page': { requests: [home] },
    'home page, uncompressed': { requests: [encoded(home, 'identity')] },
    [STILL_PAGE]: { requests: [{ path: '/' }] },
    [READY_FILE]: { requests: [{ path: largestScript() }] },
    // The step with the most fields, and a draft to read from the store.
    'form of a report': { requests: [form] },
    'form of a report, gzip': { requests: [encoded(form, 'gzip')] },
    'form of a report, uncompressed': { requests: [encoded(form, 'identity')] },
    'one case': { requests: [{ path: detail }] },
    'one case, unchanged (304)': {
      requests: [{ path: detail, headers: { 'if-none-match': made.etag } }],
      expect: 304,
    },
    'report sent': { requests: made.sends, once: true, expect: 201 },
  };
}

const SPEED_PARTS = {
  lighthouse: benchLighthouse,
  bytes: benchBytes,
  'slow-line': benchSlowLine,
  presses: benchPresses,
  'bare-astro': benchBareAstro,
};
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  ...SPEED_PARTS,
  speed: async () => {
    for (const part of Object.values(SPEED_PARTS)) await part();
  },
  desk: benchDesk,
  scale: benchScale,
  money: benchMoney,
  delegations: benchDeleghe,
  appointments: benchAppointments,
  upstream: benchUpstream,
  strangers: benchStrangers,
  next: benchNext,
};

const name = process.argv[2];
const chosen = name === undefined ? main : BENCHES[name];
if (!chosen) throw new Error(`no bench ${name}; there are ${Object.keys(BENCHES).join(', ')}`);
await chosen();
