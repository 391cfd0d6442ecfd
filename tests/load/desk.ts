/**
 * `npm run bench -- desk`: what each list, count and search of the operators' desk costs with 1,000,000 cases, and what it costs with
 * 10,000; the memory of a download of 100,000 cases; requests per second of the desk and of a case. BENCH_CASES is another large number.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PortalHouse } from '../../src/context.ts';
import { ufficioPath } from '../../src/features/cases/pratica/pratica.server.ts';
import { accessoCookie, beginSession } from '../../src/features/people/accesso/session.server.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { newVisitor, visitorCookie } from '../../src/platform/visitor.server.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { startPostgres } from '../postgres-server.ts';
import { CODICE_FISCALE, enteId, fillDesk, LARGE_ENTE, RARE_NAME, SMALL_ENTE } from './desk-store.ts';
import { measure } from './measure.ts';
import { type LoadServer, memoryOf, startBare, startPortal } from './servers.ts';

const PORT = Number(process.env.BENCH_PORT ?? 4390);
const ENGINES = process.env.BENCH_ENGINE ? [process.env.BENCH_ENGINE] : ['sqlite', 'postgres'];
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '', 'i');
const MANY_CASES = Number(process.env.BENCH_CASES ?? 1_000_000);
const FEW_CASES = MANY_CASES / 100;
const SECRET = 'segreto-per-le-misure-di-almeno-32-caratteri';

const MAX_RATIO = 1.5;
const MAX_EXPORT_MB = 60;
const DESK_RATE = 200;
const CASE_RATE = 300;
/** Calls of which the median counts. */
const CALLS = 41;

const PEOPLE: Record<string, string[]> = {
  grande: [LARGE_ENTE],
  piccolo: [SMALL_ENTE],
  '300 enti': Array.from({ length: 300 }, (_, n) => enteId(2 + n * 3)),
};
const ORDERS = ['termine', 'arrivo', 'numero', 'richiedente', 'assegnata', 'stato'];
const CODE = ['mie', 'ufficio', 'da_assegnare', 'in_ritardo', 'in_scadenza', 'in_attesa', 'chiuse'];
const SEARCHES: Record<string, string> = {
  ...{ 'un nome raro': RARE_NAME, 'una parola comune': 'lampione', 'un numero': '2026/000012' },
  ...{ 'una parola di nessuno': 'xyzzy', 'nome e cognome': 'anna bianchi', 'un codice fiscale': CODICE_FISCALE },
  'un protocollo dell’ente': 'PG-',
};
/** Lists, each with its filters. One with a page asks for its last: where the pages of a long list end, or a short one does. */
const LISTS: Record<string, Record<string, string>> = {
  ...Object.fromEntries(ORDERS.map((order) => [`aperte per ${order}`, { stato: 'aperte', ordine: order }])),
  ...Object.fromEntries(
    ORDERS.map((o) => [
      `aperte per ${o}, al contrario`,
      { stato: 'aperte', ordine: o === 'arrivo' ? 'arrivo_primi' : `${o}_ultimi` },
    ]),
  ),
  tutte: { stato: 'tutte' },
  'tutte, ultima pagina': { stato: 'tutte', pagina: '1' },
  ...Object.fromEntries(CODE.map((coda) => [`coda ${coda}`, { coda }])),
  'un servizio': { stato: 'tutte', servizio: 'SF310' },
  'un servizio per arrivo': { stato: 'tutte', servizio: 'SF310', ordine: 'arrivo' },
  'da leggere': { stato: 'aperte', non_lette: '1' },
  'un mese': { stato: 'tutte', dal: '2026-10-01', al: '2026-10-31' },
  'un anno per arrivo': { stato: 'tutte', dal: '2025-11-01', al: '2026-10-31', ordine: 'arrivo' },
  ...Object.fromEntries(Object.entries(SEARCHES).map(([name, q]) => [name, { stato: 'tutte', q }])),
};

/** The medians of one store, in ms, by who asks and what. */
type Costs = Map<string, number>;
type Place = { dataDir: string; databaseUrl: string | undefined };

export async function benchDesk(): Promise<void> {
  const faults: string[] = [];
  for (const engine of ENGINES) {
    const database = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
    try {
      const costs: Costs[] = [];
      for (const cases of [FEW_CASES, MANY_CASES]) {
        const dataDir = mkdtempSync(join(tmpdir(), 'portale-bench-'));
        const databaseUrl = await database?.database(`desk${cases}`);
        costs.push(await oneStore({ dataDir, databaseUrl }, cases, (what) => faults.push(`${engine} ${what}`)));
        rmSync(dataDir, { recursive: true, force: true });
      }
      const [few, many] = costs as [Costs, Costs];
      console.log(
        `\n| ${engine} | ${FEW_CASES} pratiche, ms | ${MANY_CASES} pratiche, ms | rapporto |\n|---|---|---|---|`,
      );
      for (const [name, ms] of many) {
        const ratio = ms / (few.get(name) ?? Number.NaN);
        console.log(`| ${name} | ${few.get(name)?.toFixed(1)} | ${ms.toFixed(1)} | ${ratio.toFixed(2)} |`);
        if (!(ratio <= MAX_RATIO)) faults.push(`${engine} ${name}: ${ratio.toFixed(2)} volte`);
      }
    } finally {
      await database?.stop();
    }
  }
  if (faults.length > 0) {
    console.log(`\nSotto la meta: ${faults.join('; ')}`);
    process.exitCode = 1;
  }
}

async function oneStore(place: Place, cases: number, failed: (what: string) => void): Promise<Costs> {
  const base = `http://127.0.0.1:${PORT}`;
  const env = {
    ...process.env,
    ...{ PORT: String(PORT), HOST: '127.0.0.1', PUBLIC_URL: base, DATA_DIR: place.dataDir, PORTAL_SECRET: SECRET },
    ...{ COMPRESS: '0', LIMITS_FACTOR: '1000000', TRUST_PROXY: '1' },
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  };
  // The first start imports the demo data.
  await (await startPortal(env)).stop();
  const store = await openStore({ ...place, databaseTimeout: 3600 });
  const cookies = new Map<string, string>();
  for (const [name, enti] of Object.entries(PEOPLE)) cookies.set(name, await logIn(store, name, enti));
  const { id: persona } = await store.db
    .selectFrom('utenti')
    .select('id')
    .where('nome', '=', 'grande')
    .executeTakeFirstOrThrow();
  const began = performance.now();
  await fillDesk(store, { total: cases, now: Date.now(), persona });
  console.log(`${cases} pratiche scritte in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const chat = await chatOf(store);
  await store.close();

  const portal = await startPortal(env);
  try {
    const costs = await costsOf(base, cookies);
    if (cases === MANY_CASES) await measureLoads(portal, { cookie: cookies.get('grande') ?? '', chat, failed });
    return costs;
  } finally {
    await portal.stop();
  }
}

async function logIn({ db }: PortalStore, name: string, enti: string[]): Promise<string> {
  const visitor = newVisitor();
  const person = { provider: 'operatori' as const, issuer: 'https://carico.example', subject: name, nome: name };
  const { cookie } = await beginSession(
    { db, now: Date.now } as PortalHouse,
    { ...person, cognome: 'Carico', codice_fiscale: '', email: null, telefono: null, enti, idToken: null },
    visitor.hash,
  );
  return `visitatore=${visitorCookie(createSigner([SECRET]), visitor)}; ${accessoCookie(cookie, false).split(';', 1)[0]}`;
}

async function chatOf({ db }: PortalStore): Promise<string> {
  const { dati_json } = await db
    .selectFrom('enti')
    .select('dati_json')
    .where('id', '=', LARGE_ENTE)
    .executeTakeFirstOrThrow();
  const pratica = await db
    .selectFrom('pratiche')
    .select(['tipo', 'codice', 'ufficio'])
    .where('ente', '=', LARGE_ENTE)
    .where('stato', '=', 'inviata')
    .executeTakeFirstOrThrow();
  return ufficioPath(pratica, JSON.parse(dati_json));
}

async function costsOf(base: string, cookies: ReadonlyMap<string, string>): Promise<Costs> {
  const costs: Costs = new Map();
  for (const [who, cookie] of cookies)
    for (const [name, filters] of Object.entries(LISTS).filter(([list]) => ONLY.test(list))) {
      const ask = async (more: Record<string, string> = {}) => {
        const query = new URLSearchParams({ ...filters, ...more });
        const answer = await fetch(`${base}/api/v1/portale/operatore/pratiche?${query}`, { headers: { cookie } });
        if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
        return ((await answer.json()) as { data: { pagine: number; pratiche: { id: string }[] } }).data;
      };
      const { pagine } = await ask();
      const page: Record<string, string> = filters.pagina ? { pagina: String(Math.max(1, pagine)) } : {};
      costs.set(`${who}: ${name}`, await medianOf(() => ask(page)));
      const middle = (await ask(page)).pratiche[12];
      if (!middle || filters.pagina) continue;
      costs.set(
        `${who}: ${name}, le vicine di una pratica`,
        await medianOf(async () => {
          const path = `/api/v1/portale/operatore/pratiche/${middle.id}/vicine?${new URLSearchParams(filters)}`;
          const answer = await fetch(base + path, { headers: { cookie } });
          if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
          await answer.arrayBuffer();
        }),
      );
    }
  return costs;
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < CALLS; n++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[CALLS >> 1] as number;
}

async function measureLoads(
  portal: LoadServer,
  { cookie, chat, failed }: { cookie: string; chat: string; failed: (what: string) => void },
): Promise<void> {
  const headers = { cookie };
  await (await fetch(`${portal.base}/operatore`, { headers })).arrayBuffer();
  const before = memoryOf(portal, 'VmRSS');
  // The highest mark begins again.
  writeFileSync(`/proc/${portal.pid}/clear_refs`, '5');
  const began = performance.now();
  const answer = await fetch(`${portal.base}/api/v1/portale/operatore/pratiche.csv?stato=tutte`, { headers });
  let bytes = 0;
  await answer.body?.pipeTo(
    new WritableStream({
      write: (part) => {
        bytes += part.length;
      },
    }),
  );
  const more = memoryOf(portal, 'VmHWM') - before;
  console.log(
    `CSV: ${bytes} byte in ${((performance.now() - began) / 1000).toFixed(1)} s, ${more} MB di memoria in più`,
  );
  if (more > MAX_EXPORT_MB) failed(`CSV: ${more} MB`);

  const bare = await startBare(PORT + 1);
  for (const [path, goal] of [
    ['/operatore', DESK_RATE],
    [chat, CASE_RATE],
  ] as const) {
    const { rps, p50, p99, errors } = await measure({ requests: [{ path, headers }] }, portal, bare, 8);
    console.log(`${path}: ${rps} richieste/s, p50 ${p50} ms, p99 ${p99} ms, errori ${errors}`);
    if (rps < goal || errors > 0) failed(`${path}: ${rps} richieste/s, ${errors} errori`);
  }
  await bare.stop();
}
