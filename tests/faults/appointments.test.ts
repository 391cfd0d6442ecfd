/**
 * 300 people press at once for the last 20 times of a morning, and the host that answers them is killed in the middle: 20 have an
 * appointment, 280 are told that it is taken, and nobody is told anything else.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calendario } from '../../src/features/cases/calendario/calendario.ts';
import { offeredTimes } from '../../src/features/cases/calendario/free-times.ts';
import { addDays, todayInRome } from '../../src/platform/atoms/date.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import { engineInTurn } from '../engines.ts';
import { ANSWER_MS, isHanging } from '../hanging.ts';
import type { Portal } from '../portal.ts';
import { startBookingHosts } from './booking-hosts.ts';
import { browserCookies } from './sends.ts';
import type { PortalHosts } from './start-hosts.ts';
import { FAULTS_SECRET } from './trouble.ts';

const PEOPLE = 300;
const HOUR_MS = 3_600_000;
/** So many are told before the host is killed: the others are in its hands, or on their way to it. */
const TOLD_BEFORE = 5;

const DAY = addDays(todayInRome(Date.now()), 3);
/** Five times at four desks. */
const CALENDARIO: Calendario = {
  ente: 'borgosereno',
  codice: 'mattina',
  nome: 'Ufficio della mattina',
  tipo: 'Anagrafe',
  sportello: 'urp',
  postazioni: 4,
  motivi: [{ codice: 'carta', nome: 'Carta d’identità', minuti: 30, cosa_serve: [], servizi: [] }],
  orari: [],
  chiusure: [],
  aperture_straordinarie: [{ giorno: DAY, dalle: '09:00', alle: '11:30' }],
  preavviso_ore: 1,
  orizzonte_giorni: 30,
  massimo_per_persona: 1,
  limite_modifica_ore: 1,
};
const TIMES = offeredTimes(CALENDARIO, 30, { from: DAY, to: DAY, closed: {} });
const CHAIRS = TIMES.length * CALENDARIO.postazioni;

/** What a person was told in the end. @property id of the case; null: the time is taken */
type Told = { id: string | null; host: string };

describe.each(engineInTurn('appointments'))('the last times of a morning, on %s', (engine) => {
  let hosts: PortalHosts | undefined;
  let store: PortalStore;
  let houses: Portal[];

  beforeAll(async () => {
    hosts = await startBookingHosts(engine, { database: 'appuntamenti', calendari: [CALENDARIO] });
    ({ store, houses } = hosts);
  }, 90_000);

  afterAll(() => hosts?.end(), 60_000);

  test('go to one person each, and everybody else is told so, though a host is killed meanwhile', async () => {
    const told: Told[] = [];
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => personOf(store, n)));
    const everybody = Promise.all(
      people.map(async (person, n) => {
        told.push(await press(person, (turn) => houses[(n + turn) % houses.length] as Portal));
      }),
    );
    const begun = expect.poll(() => told.length, { interval: 5 }).toBeGreaterThanOrEqual(TOLD_BEFORE);
    await Promise.race([begun, everybody]);
    await houses[0]?.kill();
    const before = told.length;
    await houses[0]?.start();
    await everybody;
    console.log(`${engine}: killed after ${before} of ${PEOPLE} were told`);

    const booked = told.flatMap(({ id }) => id ?? []);
    expect([booked.length, told.length - booked.length]).toEqual([CHAIRS, PEOPLE - CHAIRS]);
    const rows = await store.db.selectFrom('appuntamenti').selectAll().where('calendario', '=', 'mattina').execute();
    expect(rows.map(({ stato }) => stato)).toEqual(Array(CHAIRS).fill('fissato'));
    expect(new Set(rows.map(({ inizio, postazione }) => `${inizio} ${postazione}`)).size).toBe(CHAIRS);
    expect(rows.map(({ pratica }) => pratica).sort()).toEqual(booked.sort());
    const cases = await store.db.selectFrom('pratiche').select('id').where('codice', '=', 'APPUNTAMENTO').execute();
    expect(cases.map(({ id }) => id).sort()).toEqual(booked);
  }, 180_000);
});

type Person = { email: string; headers: Record<string, string>; inizio: string };

/** Somebody whose address is confirmed, and the time that they want. */
async function personOf({ db }: PortalStore, n: number): Promise<Person> {
  const { visitor, headers } = browserCookies(FAULTS_SECRET);
  const email = `persona${n}@esempio.it`;
  const now = Date.now();
  const proof = { proprietario: visitor, email, verificata: now, scade: now + HOUR_MS, usata: null };
  await db.insertInto('prove_email').values(proof).execute();
  return { email, headers, inizio: new Date(TIMES[n % TIMES.length]?.inizio ?? 0).toISOString() };
}

/** Sends under one key until there is an answer, as the screen does. @param hostOf of each try */
async function press({ email, headers, inizio }: Person, hostOf: (turn: number) => Portal): Promise<Told> {
  const key = randomUUID();
  const body = JSON.stringify({
    ente: CALENDARIO.ente,
    calendario: CALENDARIO.codice,
    motivo: 'carta',
    inizio,
    dettagli: 'La carta è scaduta.',
    nome: 'Anna',
    cognome: 'Bianchi',
    email,
    privacy: true,
  });
  for (let turn = 0; ; turn++) {
    const { base } = hostOf(turn);
    const answer = await fetch(`${base}/api/v1/portale/appuntamenti`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    })
      .then(async (response) => ({ status: response.status, json: await response.json() }))
      .catch((error) => {
        // A host that is being killed answers nobody; one that lets somebody wait for ever is a fault.
        if (isHanging(error)) throw error;
        return undefined;
      });
    if (answer?.status === 201) return { id: answer.json.data.id, host: base };
    if (answer?.status === 409 && answer.json.reason === 'ORARIO_OCCUPATO') return { id: null, host: base };
    const isWorthInsisting = !answer || answer.status === 503 || answer.status === 409;
    if (!isWorthInsisting) throw new Error(`${answer.status} ${JSON.stringify(answer.json)}`);
    await pause(50); // as a browser does before it tries again
  }
}
