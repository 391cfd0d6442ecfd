/**
 * `npm run bench`: requests per second, p50, p99 and peak memory of the pages and calls that matter, on SQLite and PostgreSQL.
 * Server on core 0, load on core 1, no compression (a reverse proxy's work), limits lifted. Figures of one run are to be compared
 * with each other; machines differ.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOST_FLAGS } from '../../scripts/host-flags.ts';
import { AVVISI, numeroDi } from '../../src/sandbox/demo/avvisi.ts';
import { ENTI } from '../../src/sandbox/demo/enti.ts';
import { openStore } from '../../src/store/open.server.ts';
import { startPostgres } from '../postgres-server.ts';
import { cittadina, datiDi, importa } from './contribuenti.ts';
import { type Load, measure, type Result, type Shot } from './measure.ts';
import { mezzi } from './mezzi.ts';
import { moduli, RICHIESTE } from './moduli.ts';
import { notifiche } from './notifiche.ts';
import { post, type Seed, seed } from './seed.ts';

const PORT = Number(process.env.BENCH_PORT ?? 4390);
const BASE = `http://127.0.0.1:${PORT}`;
const SECRET = 'segreto-per-le-misure-di-almeno-32-caratteri';
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);

/** What the project promises itself, in requests per second and ms at the 99th percentile. */
const GOALS: Record<string, { rps?: number; p99?: number }> = {
  'modulo di segnalazione': { rps: 1000, p99: 120 },
  ...Object.fromEntries(RICHIESTE.map((servizio) => [servizio, { rps: 1000 }])),
  'dettaglio della pratica': { rps: 3000 },
  'segnalazione inviata': { rps: 300 },
  'elenco delle posizioni': { rps: 2500 },
  'documenti di una posizione': { rps: 2500 },
  'elenco delle dichiarazioni': { rps: 2500 },
  'elenco delle segnalazioni': { rps: 2500 },
  'area riservata': { rps: 500, p99: 200 },
  'passo con 200 mezzi': { rps: 150 },
  'controllo di un avviso': { rps: 2000 },
  'notifica di pagamento': { rps: 500 },
};
/** Positions in the store, three documents each: a citizen's lists must not cost more where many others have theirs. */
const POCHE = 1000;
const MOLTE = 100_000;
const MAX_RAPPORTO = 1.2;
const MAX_IMPORTAZIONE = 60;
/** ms of one call that opens a cart, the test provider's own work in the same process included. */
const MAX_CARRELLO = 5;
/** ms of one change in a declaration of 200 devices, and of a sheet of 200 rows. */
const MAX_MODIFICA = 50;
const MAX_FOGLIO = 1000;
/** Notifications of payment, three in ten of them repeated. */
const NOTIFICHE = 10_000;

async function main(): Promise<void> {
  const failed: string[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portale-bench-'));
    const server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
    const databaseUrl = server ? await server.database('bench') : undefined;
    const env = {
      ...process.env,
      PORT: String(PORT),
      HOST: '127.0.0.1',
      PUBLIC_URL: BASE,
      DATA_DIR: dataDir,
      PORTAL_SECRET: SECRET,
      COMPRESS: '0',
      LIMITS_FACTOR: '1000000',
      TRUST_PROXY: '1',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    };
    try {
      failed.push(...(await oneEngine(engine, env, { dataDir, databaseUrl })));
    } finally {
      await server?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  if (failed.length > 0) {
    console.log(`\nSotto la meta: ${failed.join('; ')}`);
    process.exitCode = 1;
  }
}

async function oneEngine(
  engine: string,
  env: NodeJS.ProcessEnv,
  where: { dataDir: string; databaseUrl: string | undefined },
): Promise<string[]> {
  // A first start brings in the demo data, which happens once and in no municipality.
  await stop(await start(env));
  const began = performance.now();
  const host = await start(env);
  const startMs = performance.now() - began;
  const restMb = memory(host, 'VmRSS');
  console.log(`\n${engine}: prima risposta ${Math.round(startMs)} ms dopo l’avvio, memoria a riposo ${restMb} MB`);
  console.log('| che cosa | richieste/s | p50 ms | p99 ms | errori | memoria di picco MB |\n|---|---|---|---|---|---|');
  const failed: string[] = [];
  const judge = (name: string, result: Result, where = '') => {
    console.log(
      `| ${name}${where} | ${result.rps} | ${result.p50} | ${result.p99} | ${result.errors} | ${memory(host, 'VmHWM')} |`,
    );
    const goal = GOALS[name];
    if (result.errors > 0) failed.push(`${engine} ${name}: ${result.errors} errori`);
    if (goal?.rps && result.rps < goal.rps) failed.push(`${engine} ${name}: ${result.rps}/s invece di ${goal.rps}`);
    if (goal?.p99 && result.p99 > goal.p99)
      failed.push(`${engine} ${name}: p99 ${result.p99} ms invece di ${goal.p99}`);
  };
  try {
    const made = await seed({ ...where, secret: SECRET, base: BASE, visitors: 6000 });
    for (const [name, load] of Object.entries({ ...loads(made), ...(await moduli(BASE)) }))
      judge(name, await measure({ ...load, seconds: SECONDS, base: BASE }));
    failed.push(...(await payments(engine, { made, where, judge })));
    failed.push(...(await devices(engine, judge)));
    failed.push(...(await taxpayers(engine, { env, where, judge })));
    if (startMs > 2000) failed.push(`${engine}: avvio in ${Math.round(startMs)} ms`);
    if (restMb > 150) failed.push(`${engine}: ${restMb} MB a riposo`);
  } finally {
    await stop(host);
  }
  return failed;
}

/** A notice checked, carts opened one after the other, and what a provider tells of payments: each counted once. */
async function payments(
  engine: string,
  { made, where, judge }: { made: Seed; where: Running['where']; judge: Judge },
): Promise<string[]> {
  const failed: string[] = [];
  const [avviso] = AVVISI;
  const [known, ...others] = made.sends;
  if (!avviso || !known) throw new Error('Mancano un avviso di prova o chi lo paga');
  const { numero_avviso, dominioEC } = { numero_avviso: numeroDi(avviso), dominioEC: codiceDi(avviso.ente) };
  const check = (shot: Shot) => ({
    ...{ path: '/api/v1/payments/pagopa/check', method: 'POST' as const, headers: senzaChiave(shot) },
    body: JSON.stringify({ numero_avviso, dominioEC }),
  });
  judge('controllo di un avviso', await measure({ requests: [check(known)], seconds: SECONDS, base: BASE }));

  const { data } = (await (await post(BASE, check(known))).json()) as { data: { IUV: string } };
  const times: number[] = [];
  for (const shot of others.slice(-200)) {
    const body = JSON.stringify({ IUV: data.IUV, dominioEC, emailDebitore: 'anna@esempio.it' });
    const began = performance.now();
    await post(BASE, { path: '/api/v1/payments/pagopa/richiesta', headers: senzaChiave(shot), body });
    times.push(performance.now() - began);
  }
  const median = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  console.log(`| carrello aperto, uno alla volta | | ${median.toFixed(1)} | | 0 | |`);
  if (median > MAX_CARRELLO) failed.push(`${engine} carrello aperto in ${median.toFixed(1)} ms`);

  const { requests, pagamenti } = await notifiche({ ...where, secret: SECRET, quante: NOTIFICHE });
  judge('notifica di pagamento', await measure({ requests, once: true, seconds: 60, base: BASE }));
  const contate = await ricevuteMooney(where);
  if (contate !== pagamenti) failed.push(`${engine}: ${contate} ricevute per ${pagamenti} pagamenti`);
  return failed;
}

/** A declaration of 200 advertising devices: brought in by one sheet, changed one by one, its longest page. */
async function devices(engine: string, judge: Judge): Promise<string[]> {
  const { passo, csv_ms, modifiche_ms } = await mezzi(BASE);
  judge('passo con 200 mezzi', await measure({ requests: [passo], seconds: SECONDS, base: BASE }));
  const peggiore = modifiche_ms.toSorted((a, b) => a - b)[Math.floor(modifiche_ms.length * 0.95)] ?? 0;
  console.log(`| mezzo modificato tra 200, uno alla volta (p95) | | ${peggiore.toFixed(1)} | | 0 | |`);
  console.log(`| foglio CSV di 200 righe | | ${csv_ms.toFixed(0)} | | 0 | |`);
  return [
    ...(peggiore > MAX_MODIFICA ? [`${engine} mezzo modificato in ${peggiore.toFixed(1)} ms`] : []),
    ...(csv_ms > MAX_FOGLIO ? [`${engine} foglio CSV in ${csv_ms.toFixed(0)} ms`] : []),
  ];
}

const codiceDi = (ente: string): string => ENTI.find(({ id }) => id === ente)?.codice_fiscale ?? '';

/** Who sends, without the key of what they sent before. */
function senzaChiave({ headers = {} }: Shot): Record<string, string> {
  const { 'idempotency-key': _, ...resto } = headers;
  return resto;
}

async function ricevuteMooney(where: Running['where']): Promise<number> {
  const { db, close } = await openStore(where);
  const { n } = await db
    .selectFrom('ricevute')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('fornitore', '=', 'mooney')
    .executeTakeFirstOrThrow();
  await close();
  return Number(n);
}

type Judge = (name: string, result: Result, where?: string) => void;
type Running = { env: NodeJS.ProcessEnv; where: { dataDir: string; databaseUrl: string | undefined }; judge: Judge };

/** A citizen's lists with few and with many positions of others in the store, and how long it takes to bring those in. */
async function taxpayers(engine: string, { env, where, judge }: Running): Promise<string[]> {
  let citizen: Awaited<ReturnType<typeof cittadina>> = {};
  const costs = new Map<string, number[]>();
  const after: string[] = [];
  const failed: string[] = [];
  for (const posizioni of [POCHE, MOLTE]) {
    const seconds = await importa(datiDi(where.dataDir, posizioni), env);
    after.push(`importazione di ${posizioni} posizioni e ${posizioni * 3} documenti: ${seconds.toFixed(1)} s`);
    if (seconds > MAX_IMPORTAZIONE) failed.push(`${engine} importazione: ${seconds.toFixed(1)} s`);
    if (posizioni === POCHE) citizen = await cittadina({ ...where, secret: SECRET, base: BASE });
    for (const [name, load] of Object.entries(citizen)) {
      const result = await measure({ ...load, seconds: SECONDS, base: BASE });
      judge(name, result, ` (${posizioni} posizioni)`);
      costs.set(name, [...(costs.get(name) ?? []), 1 / result.rps]);
    }
  }
  for (const [name, [few = 0, many = 0]] of costs) {
    const ratio = many / few;
    after.push(`${name}: con ${MOLTE} posizioni costa ${ratio.toFixed(2)} volte che con ${POCHE}`);
    if (!(ratio <= MAX_RAPPORTO)) failed.push(`${engine} ${name}: costa ${ratio.toFixed(2)} volte`);
  }
  console.log(`\n${after.join('\n')}`);
  return failed;
}

function loads(made: Seed): Record<string, Omit<Load, 'seconds' | 'base'>> {
  const detail = `/api/v1/generic/segnalazione/detail?email=${encodeURIComponent(made.pratica.email)}&id=${made.pratica.id}`;
  return {
    'pagina iniziale': { requests: [{ path: '/' }] },
    // The step with the most fields, with a draft to read from the store.
    'modulo di segnalazione': {
      requests: [{ path: '/segnalazione?passo=dati', headers: { cookie: made.draftCookie } }],
    },
    'dettaglio della pratica': { requests: [{ path: detail }] },
    'dettaglio non cambiato (304)': {
      requests: [{ path: detail, headers: { 'if-none-match': made.etag } }],
      expect: 304,
    },
    'segnalazione inviata': { requests: made.sends, once: true, expect: 201 },
  };
}

async function start(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const flags = [...HOST_FLAGS, 'src/host.ts'];
  const host = spawn('taskset', ['-c', '0', process.execPath, ...flags], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of host.stdout) if (String(chunk).includes('Portale pronto')) break;
  const first = await fetch(`${BASE}/`);
  if (!first.ok) throw new Error(`Il portale risponde ${first.status}`);
  await first.arrayBuffer();
  return host;
}

async function stop(host: ChildProcess): Promise<void> {
  host.kill('SIGTERM');
  await once(host, 'exit');
}

/** Resident memory in MB, now (VmRSS) or at its highest (VmHWM). `taskset` becomes the server it starts. */
function memory(host: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${host.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

await main();
