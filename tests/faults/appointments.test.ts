/** The last times of an office, while the portal is killed: each is given to one person, and what was acknowledged stays. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, todayInRome } from '../../src/platform/atoms/date.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { ANAGRAFE } from '../calendari.ts';
import { engineInTurn } from '../engines.ts';
import { ANSWER_MS } from '../hanging.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { browserCookies, LONG_FAULTS } from './sends.ts';
import { FAULTS_SECRET } from './trouble.ts';

const PEOPLE = LONG_FAULTS ? 300 : 60;
const DAY = 24 * 3600_000;
const ENTE = 'borgosereno';
/** Four desks, five times: twenty in all. */
const TIMES = ['09:00', '09:30', '10:00', '10:30', '11:00'];

describe.each(engineInTurn('appointments'))(
  'the last 20 times of an office on a portal that is killed (%s)',
  (engine) => {
    let server: PostgresServer | undefined;
    let house: Portal;
    let store: PortalStore;
    /** Far enough ahead, and no holiday falls into it: a day on which the office opens on purpose. */
    const day = addDays(todayInRome(Date.now()), 10);

    beforeAll(async () => {
      server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
      const databaseUrl = await server?.database('faults');
      house = await portal({
        PORTAL_SECRET: FAULTS_SECRET,
        LIMITS_FACTOR: '100000',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      });
      store = await openStore({ dataDir: house.dataDir, databaseUrl });
      const calendario = {
        ...ANAGRAFE,
        ente: ENTE,
        codice: 'prova',
        sportello: 'urp',
        postazioni: 4,
        orari: [],
        aperture_straordinarie: [{ giorno: day, dalle: '09:00', alle: '11:30' }],
      };
      const row = { ente: ENTE, codice: 'prova', ordine: 90, dati_json: JSON.stringify(calendario) };
      await store.db.insertInto('calendari').values(row).execute();
    }, 60_000);

    afterAll(async () => {
      await store.close();
      await house.end();
      await server?.stop();
    });

    /** A person who insists under one key until there is an answer. @returns the number of their appointment; null: they were refused */
    async function book(n: number, instant: string, over: () => boolean): Promise<string | null> {
      const { visitor, headers } = browserCookies(FAULTS_SECRET);
      const email = `persona${n}@esempio.it`;
      const now = Date.now();
      const proof = { proprietario: visitor, email, verificata: now, scade: now + DAY, usata: null };
      await store.db.insertInto('prove_email').values(proof).execute();
      const sent = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const body = JSON.stringify({
        ente: ENTE,
        calendario: 'prova',
        motivo: 'carta',
        inizio: instant,
        dettagli: 'Prova',
        nome: 'Anna',
        cognome: 'Bianchi',
        email,
        privacy: true,
      });
      for (;;) {
        const answer = await fetch(`${house.base}/api/v1/portale/appuntamenti`, {
          method: 'POST',
          headers: sent,
          body,
          signal: AbortSignal.timeout(ANSWER_MS),
        })
          .then(async (response) => ({ status: response.status, body: await response.json() }))
          .catch(() => undefined);
        if (answer?.status === 201) return answer.body.data.protocollo;
        if (answer?.status === 409 && answer.body.reason === 'ORARIO_OCCUPATO') return null;
        if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429)
          throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
        if (over()) throw new Error('no answer');
        await pause(100);
      }
    }

    test('gives each to one person: 20 are booked, the others told so, nothing is there twice', async () => {
      let over = false;
      // What a municipality offers is kept in memory for a while.
      await expect
        .poll(async () => (await fetch(`${house.base}/api/v1/portale/appuntamenti/uffici?ente=${ENTE}`)).status, {
          timeout: 30_000,
        })
        .toBe(200);
      const instants = await readInstants();
      const people = Array.from({ length: PEOPLE }, (_, n) => book(n, instants[n % 5] as string, () => over));
      const booked = () => store.db.selectFrom('appuntamenti').select('id').where('calendario', '=', 'prova').execute();
      await expect.poll(async () => (await booked()).length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
      await house.kill();
      await house.start();
      const numbers = await Promise.all(people).finally(() => {
        over = true;
      });
      const given = numbers.filter((number) => number !== null);
      expect([given.length, new Set(given).size, numbers.length]).toEqual([20, 20, PEOPLE]);
      const rows = await store.db
        .selectFrom('appuntamenti as a')
        .innerJoin('pratiche as p', 'p.id', 'a.pratica')
        .select(['a.inizio', 'a.postazione', 'a.stato', 'p.anno', 'p.numero'])
        .where('a.calendario', '=', 'prova')
        .execute();
      expect(new Set(rows.map(({ inizio, postazione }) => `${inizio} ${postazione}`)).size).toBe(20);
      expect(rows.map(({ anno, numero }) => `${anno}/${String(numero).padStart(6, '0')}`).sort()).toEqual(given.sort());
      expect(new Set(rows.map(({ stato }) => stato))).toEqual(new Set(['fissato']));
    }, 120_000);

    async function readInstants(): Promise<string[]> {
      const query = new URLSearchParams({ ente: ENTE, calendario: 'prova', motivo: 'carta', mese: day.slice(0, 7) });
      const response = await fetch(`${house.base}/api/v1/portale/appuntamenti/orari?${query}`);
      const { data } = (await response.json()) as { data: { orari: { inizio: string }[] } };
      expect(data.orari).toHaveLength(TIMES.length);
      return data.orari.map(({ inizio }) => inizio);
    }
  },
);
