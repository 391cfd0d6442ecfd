/**
 * `npm run bench -- desk`: what each list, count and search of the operators' desk costs with 1,000,000 cases, and what it costs with
 * 10,000; the memory of a download of 100,000 cases; requests per second of the desk and of a case. BENCH_CASES is another large number.
 */
import { writeFileSync } from 'node:fs';
import { enteId, LARGE_ENTE, SMALL_ENTE } from '../../scripts/data/fill/enti.ts';
import { ufficioPath } from '../../src/features/cases/pratica/pratica-names.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { DESK_LISTS } from './desk-lists.ts';
import { figuresOf, tellMissed } from './figures.ts';
import { logIn } from './login.ts';
import { measure } from './measure.ts';
import { BARE_PORT, comparePair, costTable, PAIR_ENGINES, type PairCalls, type PairSide, withPair } from './pair.ts';
import { memoryOf, startBare } from './servers.ts';

const ONLY = new RegExp(process.env.BENCH_ONLY ?? '', 'i');
const MANY_CASES = Number(process.env.BENCH_CASES ?? 1_000_000);
const FEW_CASES = MANY_CASES / 100;
const ENTI_COUNT = 1000;

const MAX_RATIO = 1.5;
const MAX_EXPORT_MB = 60;
const DESK_RATE = 200;
const CASE_RATE = 300;
const BULK = 200;
const MAX_BULK_SECONDS = 3;
/** Only what was measured as described is written. */
const IS_WHOLE = !process.env.BENCH_CASES && !process.env.BENCH_ONLY;

const PEOPLE: Record<string, string[]> = {
  large: [LARGE_ENTE],
  small: [SMALL_ENTE],
  '300 enti': Array.from({ length: 300 }, (_, n) => enteId(2 + n * 3)),
};
/** Headers of the calls of each person. */
type DeskSide = PairSide<Map<string, Record<string, string>>>;

export async function benchDesk(): Promise<void> {
  const faults: string[] = [];
  for (const engine of PAIR_ENGINES) {
    const size = (pratiche: number) => ({ enti: ENTI_COUNT, pratiche, posizioni: 0 });
    const order = {
      engine,
      few: size(FEW_CASES),
      many: size(MANY_CASES),
      prepare: (store: PortalStore) => logInAll(store, PEOPLE),
    };
    await withPair(order, async ({ few, many }) => {
      const sideCalls = async (side: DeskSide) => {
        const calls = await deskCalls(side);
        if (ONLY.test('changes')) calls.set(CHANGES_NAME, await changesCall(side));
        return calls;
      };
      const costs = await comparePair({ few: await sideCalls(few), many: await sideCalls(many) });
      const figures = figuresOf('scale.md', `desk ${engine}`, IS_WHOLE);
      figures.tell(`${few.size}; ${many.size}\n`);
      figures.tell(costTable(costs, [`${FEW_CASES} cases`, `${MANY_CASES} cases`], MAX_RATIO));
      for (const { name, ratio } of costs)
        if (!(ratio <= MAX_RATIO)) faults.push(`${engine} ${name}: ${ratio.toFixed(2)} times as much`);
      figures.tell('');
      await measureLoads(many, figures.tell, (what) => faults.push(`${engine} ${what}`));
      figures.write();
    });
  }
  tellMissed(faults);
}

/** @param people names with the enti they work for @returns headers of their calls, and the id of the first of them */
export async function logInAll(store: PortalStore, people: Readonly<Record<string, string[]>>) {
  const made = new Map<string, Record<string, string>>();
  for (const [name, enti] of Object.entries(people))
    made.set(name, await logIn(store, { nome: name, cognome: 'Carico', enti }));
  const { id: persona } = await store.db
    .selectFrom('utenti')
    .select('id')
    .where('nome', '=', Object.keys(people)[0] ?? '')
    .executeTakeFirstOrThrow();
  return { made, persona };
}

/** @returns the page of a new case of the large ente */
export async function chatOf(place: DeskSide['place']): Promise<string> {
  const { db, close } = await openStore(place);
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
  await close();
  return ufficioPath(pratica, JSON.parse(dati_json));
}

/** Each list of each person, and for those that are read from their beginning the neighbours of a case. */
export async function deskCalls({ portal, made }: Pick<DeskSide, 'portal' | 'made'>): Promise<PairCalls> {
  const calls: PairCalls = new Map();
  for (const [who, headers] of made)
    for (const [name, filters] of Object.entries(DESK_LISTS).filter(([list]) => ONLY.test(list))) {
      const ask = async (path: string, more: Record<string, string> = {}) => {
        const query = new URLSearchParams({ ...filters, ...more });
        const answer = await fetch(`${portal.base}/api/v1/portale/operatore/pratiche${path}?${query}`, {
          headers,
        });
        if (!answer.ok) throw new Error(`${path}?${query}: ${answer.status} ${await answer.text()}`);
        return ((await answer.json()) as { data: { pagine: number; pratiche: { id: string }[] } }).data;
      };
      const { pagine } = await ask('');
      const page: Record<string, string> = filters.pagina ? { pagina: String(Math.max(1, pagine)) } : {};
      calls.set(`${who}: ${name}`, () => ask('', page));
      const middle = (await ask('', page)).pratiche[12];
      if (middle && !filters.pagina)
        calls.set(`${who}: ${name}, neighbours of a case`, () => ask(`/${middle.id}/vicine`));
    }
  return calls;
}

const CHANGES_NAME = 'large: changes since a cursor in the middle';

/** Reads all changes of the large ente once, so that all are numbered. @returns a question for a page from the middle on */
async function changesCall({ portal, made }: DeskSide): Promise<() => Promise<unknown>> {
  const ask = async (cursor?: string) => {
    const query = new URLSearchParams({ ente: LARGE_ENTE, ...(cursor && { cursore: cursor }) });
    const answer = await fetch(`${portal.base}/api/v1/portale/operatore/pratiche/cambiamenti?${query}`, {
      headers: made.get('large') ?? {},
    });
    if (!answer.ok) throw new Error(`changes: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: { cursore: string; altre: boolean } }).data;
  };
  const cursors: string[] = [];
  for (let isMore = true; isMore; ) {
    const read = await ask(cursors.at(-1));
    cursors.push(read.cursore);
    isMore = read.altre;
  }
  const middle = cursors[Math.floor(cursors.length / 2)];
  return () => ask(middle);
}

async function measureLoads(
  { portal, place, made }: DeskSide,
  tell: (text: string) => void,
  failed: (what: string) => void,
): Promise<void> {
  const headers = made.get('large') ?? {};
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
  tell(`- CSV: ${bytes} bytes in ${((performance.now() - began) / 1000).toFixed(1)} s, ${more} MB of memory added`);
  if (more > MAX_EXPORT_MB) failed(`CSV: ${more} MB`);

  const bare = await startBare(BARE_PORT);
  for (const [name, path, goal] of [
    ['the desk', '/operatore', DESK_RATE],
    ['a case', await chatOf(place), CASE_RATE],
  ] as const) {
    const { rps, p50, p99, errors } = await measure({ requests: [{ path, headers }] }, portal, bare, 8);
    tell(`- ${name}: ${rps} requests/s, p50 ${p50} ms, p99 ${p99} ms, errors ${errors}`);
    if (rps < goal || errors > 0) failed(`${name}: ${rps} requests/s, ${errors} errors`);
  }
  await bare.stop();
  const seconds = await takeMany(portal.base, headers);
  tell(`- ${BULK} cases taken by one person at once: ${seconds.toFixed(1)} s`);
  if (seconds > MAX_BULK_SECONDS) failed(`${BULK} cases at once: ${seconds.toFixed(1)} s`);
}

/** As the page does with ticked cases: four calls at once. @returns seconds */
async function takeMany(base: string, headers: Record<string, string>): Promise<number> {
  const ids: string[] = [];
  for (let page = 1; ids.length < BULK; page++) {
    const answer = await fetch(`${base}/api/v1/portale/operatore/pratiche?coda=da_assegnare&pagina=${page}`, {
      headers,
    });
    const { data } = (await answer.json()) as { data: { pratiche: { id: string }[] } };
    ids.push(...data.pratiche.map(({ id }) => id));
  }
  const began = performance.now();
  const waiting = ids.slice(0, BULK);
  const work = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      const answer = await fetch(`${base}/api/v1/portale/operatore/pratiche/${id}/insieme`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `insieme-${id}` },
        body: JSON.stringify({ azione: 'assegna_a_me' }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return (performance.now() - began) / 1000;
}
