/**
 * All times of a morning become free at once at five offices, whose waiting lists are as long, and the host that begins to offer them is
 * killed in the middle: each time is offered to one person, and each person is told of one.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calendario } from '../../src/features/cases/calendario/calendario.ts';
import { offeredTimes } from '../../src/features/cases/calendario/free-times.ts';
import { addDays, isoInstant, todayInRome } from '../../src/platform/atoms/date.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import { engineInTurn } from '../engines.ts';
import { ANSWER_MS } from '../hanging.ts';
import type { Portal } from '../portal.ts';
import { startBookingHosts } from './booking-hosts.ts';
import { browserCookies } from './sends.ts';
import type { PortalHosts } from './start-hosts.ts';
import { FAULTS_SECRET } from './trouble.ts';

const HOUR_MS = 3_600_000;
const OFFICES = ['primo', 'secondo', 'terzo', 'quarto', 'quinto'] as const;
const [NEAR_DAY, FAR_DAY] = [3, 10].map((days) => addDays(todayInRome(Date.now()), days)) as [string, string];
/** Rows that a host has taken are free again after 35 seconds; every minute the work is done whatever became of them. */
const ALL_OFFERED_MS = 100_000;

const calendarOf = (codice: string): Calendario => ({
  ente: 'borgosereno',
  codice,
  nome: `Ufficio ${codice}`,
  tipo: 'Anagrafe',
  sportello: 'urp',
  postazioni: 1,
  motivi: [{ codice: 'carta', nome: 'Carta d’identità', minuti: 30, cosa_serve: [], servizi: [] }],
  orari: [],
  chiusure: [],
  aperture_straordinarie: [NEAR_DAY, FAR_DAY].map((giorno) => ({ giorno, dalle: '09:00', alle: '11:00' })),
  preavviso_ore: 1,
  orizzonte_giorni: 30,
  massimo_per_persona: 1,
  limite_modifica_ore: 1,
});
const timesOn = (day: string) => offeredTimes(calendarOf(''), 30, { from: day, to: day, closed: {} });
const PEOPLE = OFFICES.length * timesOn(FAR_DAY).length;

describe.each(engineInTurn('waiting list'))('the waiting lists of five offices, on %s', (engine) => {
  let hosts: PortalHosts | undefined;
  let store: PortalStore;
  let houses: Portal[];

  beforeAll(async () => {
    hosts = await startBookingHosts(engine, { database: 'attese', calendari: OFFICES.map(calendarOf) });
    ({ store, houses } = hosts);
  }, 90_000);

  afterAll(() => hosts?.end(), 60_000);

  const offers = () =>
    store.db.selectFrom('appuntamenti').selectAll().where('proprietario', 'like', 'lista:%').execute();

  test('give each time that becomes free to one person, though a host is killed meanwhile', async () => {
    for (const codice of OFFICES)
      for (const { inizio } of timesOn(FAR_DAY)) await book(store, houses[0] as Portal, { codice, inizio });
    await store.db.updateTable('appuntamenti').set({ in_lista_dal: 1, orari_noti: '[]' }).execute();

    const now = Date.now();
    // The near times are free: as many entries say so as there were appointments.
    await store.db
      .insertInto('posta_in_uscita')
      .values(
        OFFICES.flatMap((calendario) =>
          timesOn(NEAR_DAY).map(() => ({
            id: randomUUID(),
            tipo: 'lista.orario-liberato',
            corsia: 'receipts' as const,
            dati_json: JSON.stringify({ ente: 'borgosereno', calendario }),
            creata: now,
            da_inviare: now,
            tentativi: 0,
            presa_fino: 0,
            inviata: null,
            errore: null,
          })),
        ),
      )
      .execute();
    await expect.poll(async () => (await offers()).length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
    await houses[0]?.kill();
    console.log(`${engine}: killed after ${(await offers()).length} of ${PEOPLE} times were offered`);
    await houses[0]?.start();
    await expect.poll(async () => (await offers()).length, { interval: 200, timeout: ALL_OFFERED_MS }).toBe(PEOPLE);

    const held = await offers();
    expect(new Set(held.map(({ proprietario }) => proprietario)).size).toBe(PEOPLE);
    expect(new Set(held.map(({ calendario, inizio }) => `${calendario} ${inizio}`)).size).toBe(PEOPLE);
    const told = await store.db
      .selectFrom('posta_in_uscita')
      .select('dati_json')
      .where('tipo', '=', 'cittadino.orario-prima')
      .execute();
    expect(told).toHaveLength(PEOPLE);
    expect(new Set(told.map(({ dati_json }) => JSON.parse(dati_json).pratica)).size).toBe(PEOPLE);
  }, 240_000);
});

/** Somebody whose address is confirmed books. */
async function book(
  { db }: PortalStore,
  { base }: Portal,
  { codice, inizio }: { codice: string; inizio: number },
): Promise<void> {
  const { visitor, headers } = browserCookies(FAULTS_SECRET);
  const email = `${codice}${inizio}@esempio.it`;
  const now = Date.now();
  await db
    .insertInto('prove_email')
    .values({ proprietario: visitor, email, verificata: now, scade: now + HOUR_MS, usata: null })
    .execute();
  const response = await fetch(`${base}/api/v1/portale/appuntamenti`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      ente: 'borgosereno',
      calendario: codice,
      motivo: 'carta',
      inizio: isoInstant(inizio),
      dettagli: 'La carta è scaduta.',
      nome: 'Anna',
      cognome: 'Bianchi',
      email,
      privacy: true,
    }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  expect(response.status).toBe(201);
}
