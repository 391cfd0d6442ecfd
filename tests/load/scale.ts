/**
 * `npm run bench -- scale`: what lists, details, searches, sends and an import cost in a store of 1,000 enti with 1,000,000 cases,
 * 1,000,000 positions and 3,000,000 documents, and what they cost with a hundredth of all that. The tables go into docs/scale.md.
 * BENCH_ENTI is another number of enti, at least 300, and BENCH_ONLY selects rows by name; with one of them nothing is written.
 */
import { codiceFiscaleOfEnte, LARGE_ENTE, SMALL_ENTE } from '../../scripts/data/fill/enti.ts';
import { codiceControlloOf, codiceFiscaleOf, codiceUtenteOf } from '../../scripts/data/fill/posizioni.ts';
import { encodeCodice } from '../../src/features/cases/posizione/codice.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { chatOf, deskCalls, logInAll } from './desk.ts';
import { figuresOf, tellMissed } from './figures.ts';
import { logIn } from './login.ts';
import type { LoadShot } from './measure.ts';
import {
  comparePair,
  costOf,
  costTable,
  PAIR_ENGINES,
  type PairCalls,
  type PairCost,
  type PairSide,
  type PairSides,
  withPair,
} from './pair.ts';
import { seed } from './seed.ts';
import { importFile, writeDataFile } from './taxpayers.ts';

const WHOLE = 1000;
const ONLY = process.env.BENCH_ONLY === undefined ? undefined : new RegExp(process.env.BENCH_ONLY, 'i');
const ENTI = Number(process.env.BENCH_ENTI ?? WHOLE);
const EACH = 1000;
const MAX_RATIO = 1.3;
/** More than a row is measured. */
const SENDS = 60;
/** Positions that nobody has added yet. */
const FIRST_FREE = 2000;
const IMPORTED = 1000;
const IMPORTS = 3;
const OPERATORS = { large: [LARGE_ENTE], small: [SMALL_ENTE] };

/** The citizen who has the first positions. */
const CITIZEN = {
  nome: 'Maria',
  cognome: 'Carico',
  codice_fiscale: codiceFiscaleOf(0),
  email: 'maria.carico@posta.example',
};

type CallHeaders = Record<string, string>;
type ScaleSide = PairSide<{ operators: Map<string, CallHeaders>; citizen: CallHeaders }>;

export async function benchScale(): Promise<void> {
  const faults: string[] = [];
  const size = (enti: number) => ({ enti, pratiche: enti * EACH, posizioni: enti * EACH });
  for (const engine of PAIR_ENGINES)
    await withPair({ engine, few: size(ENTI / 100), many: size(ENTI), prepare }, async (sides) => {
      const costs = [
        ...(await comparePair({ few: await callsOf(sides.few), many: selected(await callsOf(sides.many)) })),
        ...(ONLY ? [] : [await compareImports(sides)]),
      ];
      const figures = figuresOf('scale.md', engine, ENTI === WHOLE && !ONLY);
      figures.tell(`${sides.few.size}; ${sides.many.size}\n`);
      figures.tell(costTable(costs, [`${ENTI / 100} enti`, `${ENTI} enti`], MAX_RATIO));
      figures.write();
      for (const { name, ratio } of costs)
        if (!(ratio <= MAX_RATIO)) faults.push(`${engine} ${name}: ${ratio.toFixed(2)} times as much`);
    });
  tellMissed(faults);
}

const selected = (calls: PairCalls): PairCalls => new Map([...calls].filter(([name]) => ONLY?.test(name) ?? true));

async function prepare(store: PortalStore) {
  const { made: operators, persona } = await logInAll(store, OPERATORS);
  return { persona, made: { operators, citizen: await logIn(store, CITIZEN) } };
}

/** What is asked of a portal, by name. */
async function callsOf({ portal, place, made: { operators, citizen } }: ScaleSide): Promise<PairCalls> {
  const { base } = portal;
  const send = async ({ path, method = 'GET', headers = {}, body }: LoadShot) => {
    const answer = await fetch(base + path, { method, headers, body: body ?? null });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
    return text;
  };
  const ask =
    (path: string, headers: CallHeaders = citizen) =>
    () =>
      send({ path, headers });
  let sent = 0;
  const post = (path: string, fields: (n: number) => object) => () =>
    send({
      path,
      method: 'POST' as const,
      body: JSON.stringify(fields(sent)),
      headers: { ...citizen, 'idempotency-key': `scala-${sent++}` },
    });

  const made = await seed({ ...place, base, visitors: SENDS, ente: LARGE_ENTE });
  const [posizione, documento, avviso] = await firstOf(place);
  const detail = `/api/v1/generic/segnalazione/detail?email=${encodeURIComponent(made.pratica.email)}&id=${made.pratica.id}`;
  const operator = operators.get('large');
  const reports = made.sends.values();
  let position = FIRST_FREE;
  const chat = await chatOf(place);

  return new Map<string, () => Promise<unknown>>([
    ['home page', ask('/')],
    ['a municipality searched by its name', ask('/segnalazione?cerca_ente=carico')],
    ['list of municipalities, one page', ask('/api/v1/generic/ente?pagina=1')],
    ['reserved area', ask('/area-riservata')],
    ['own positions', ask('/api/v1/posizione/list')],
    [
      'documents of a position',
      ask(`/api/v1/posizione/documents/list/${posizione.id}/${encodeCodice(posizione.codice_utente)}`),
    ],
    ['all own documents', ask('/api/v1/portale/documenti')],
    ['one document', ask(`/api/v1/portale/documenti/${documento}`)],
    ['own notices', ask('/api/v1/portale/avvisi')],
    ['own payments', ask('/api/v1/portale/pagamenti')],
    ['own declarations', ask('/api/v1/dichiarazione/list')],
    ['own reports', ask('/api/v1/generic/segnalazione/list')],
    ['own messages', ask('/api/v1/portale/messaggi')],
    ['a case, by a guest', ask(detail, {})],
    ['report sent', () => send(reports.next().value as LoadShot)],
    [
      'position seen by its two codes',
      post('/api/v1/posizione/documents/check', () => ({
        codice_utente: codiceUtenteOf(FIRST_FREE - 1),
        codice_controllo: codiceControlloOf(FIRST_FREE - 1),
      })),
    ],
    [
      'position added by its two codes',
      post('/api/v1/posizione/new', () => ({
        codice_utente: codiceUtenteOf(++position),
        codice_controllo: codiceControlloOf(position),
      })),
    ],
    [
      'notice looked up',
      post('/api/v1/payments/pagopa/check', () => ({ numero_avviso: avviso.numero, dominioEC: avviso.ente })),
    ],
    ...publicCalls(ask),
    [
      'large: reported already near a point',
      post('/api/v1/portale/segnalazioni/vicine', () => ({
        ente: LARGE_ENTE,
        codice: 'SF510',
        lat: '42.5',
        lon: '12.5',
      })),
    ],
    ['a case on the desk', ask(chat, operator)],
    ['the desk', ask('/operatore', operator)],
    ['counts of the desk', ask(`/api/v1/portale/operatore/conteggi?stato=aperte&dopo=${Date.now()}`, operator)],
    ['small: figures of a month', ask('/operatore/andamento', operators.get('small'))],
    ...(await deskCalls({ portal, made: operators })),
  ]);
}

/** What everybody asks of the public reports of the large ente and of the small one. */
function publicCalls(
  ask: (path: string, headers?: CallHeaders) => () => Promise<unknown>,
): [string, () => Promise<unknown>][] {
  const square = { sud: '42.495', nord: '42.505', ovest: '12.495', est: '12.505' };
  return [
    ['large', LARGE_ENTE],
    ['small', SMALL_ENTE],
  ].flatMap(([name, ente]): [string, () => Promise<unknown>][] => {
    const path = (query: Record<string, string> = {}) =>
      `/segnalazioni?${new URLSearchParams({ ente: ente ?? '', ...query })}`;
    const map = `/api/v1/portale/segnalazioni/mappa?${new URLSearchParams({ ente: ente ?? '', ...square })}`;
    return [
      [`${name}: public list`, ask(path(), {})],
      [`${name}: public list, twentieth page`, ask(path({ pagina: '20' }), {})],
      [`${name}: public list, one type`, ask(path({ tipo: 'SF510' }), {})],
      [`${name}: public list, one state`, ask(path({ stato: 'in_lavorazione' }), {})],
      [`${name}: public list, an area and a period`, ask(path({ area: 'centro', periodo: '365' }), {})],
      [`${name}: public list, type and state`, ask(path({ tipo: 'SF410', stato: 'ricevuta' }), {})],
      [`${name}: a part of the map`, ask(map, {})],
    ];
  });
}

/** Of the citizen: a position, one of its documents, and a notice that is still to be paid. */
async function firstOf(place: ScaleSide['place']) {
  const { db, close } = await openStore(place);
  const posizione = await db
    .selectFrom('posizioni')
    .select(['id', 'codice_utente'])
    .where('codice_utente', '=', codiceUtenteOf(0))
    .executeTakeFirstOrThrow();
  const documento = await db
    .selectFrom('documenti')
    .select('id')
    .where('posizione', '=', posizione.id)
    .orderBy('numero')
    .executeTakeFirstOrThrow();
  const avviso = await db
    .selectFrom('documenti')
    .select(['ente', 'numero_avviso'])
    .where('ente', '=', LARGE_ENTE)
    .where('stato', '=', 'da_pagare')
    .orderBy('numero_avviso')
    .executeTakeFirstOrThrow();
  await close();
  return [posizione, documento.id, { numero: avviso.numero_avviso, ente: codiceFiscaleOfEnte(0) }] as const;
}

/** Imports files of positions with three documents each, beside the running portals; the median of some. */
async function compareImports({ few, many }: PairSides<unknown>): Promise<PairCost> {
  const seconds = async ({ place, env }: PairSide<unknown>, n: number) =>
    await importFile(writeDataFile(place.dataDir, IMPORTED * (n + 1)), env);
  const times: { few: number[]; many: number[] } = { few: [], many: [] };
  // Each file holds the one before, and as many rows again.
  for (let n = 0; n < IMPORTS; n++) {
    times.few.push((await seconds(few, n)) * 1000);
    times.many.push((await seconds(many, n)) * 1000);
  }
  return costOf(`import of ${IMPORTED} positions and ${IMPORTED * 3} documents`, times.few, times.many);
}
