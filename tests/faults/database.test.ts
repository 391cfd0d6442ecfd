/** Two hosts on one PostgreSQL whose connections break, or say nothing any more, while citizens send: no host ends, nothing is lost. */

import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { type Wire, wire } from '../doubles/wire.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { browserCookies, type CitizenSends, citizenSends } from './sends.ts';
import { expectEverything, expectTypedKept, expectWords, FAULTS_SECRET, sendDuring, sendTyped } from './trouble.ts';

/** By this name the server knows the connections of the hosts. */
const HOSTS = 'portale-prova';

let server: PostgresServer;
let cables: Wire[];
let houses: Portal[];
let store: PortalStore;
let mailboxes: SmtpMailboxes;
let databaseUrl: string;

beforeAll(async () => {
  server = await startPostgres({ durable: false });
  databaseUrl = await server.database('lontano');
  mailboxes = await startMailboxes();
  cables = await Promise.all([1, 2].map(() => wire(`${databaseUrl}?application_name=${HOSTS}`)));
  const env = { PORTAL_SECRET: FAULTS_SECRET, LIMITS_FACTOR: '100000', DATABASE_TIMEOUT: '2', SMTP_URL: mailboxes.url };
  houses = [];
  for (const { url } of cables) houses.push(await portal({ ...env, DATABASE_URL: url }));
  store = await openStore({ databaseUrl, dataDir: '' });
}, 90_000);

beforeEach(async () => {
  for (const cable of cables) cable.mend();
  for (const house of houses) await house.start();
});
afterAll(async () => {
  for (const cable of cables) cable.mend();
  for (const house of houses) await house.end();
  await store.close();
  for (const cable of cables) await cable.close();
  await mailboxes.close();
  await server.stop();
}, 60_000);

/** Sends on both hosts in turn while `trouble` lasts, and until as many of them again were acknowledged after it. */
async function during(trouble: () => Promise<void>): Promise<CitizenSends> {
  const pids = houses.map((house) => house.pid());
  let turn = 0;
  const citizens = await citizenSends(store, FAULTS_SECRET, () => (houses[turn++ % houses.length] as Portal).base);
  await sendDuring(citizens, trouble);
  for (const [i, house] of houses.entries()) {
    expect(house.log()).not.toMatch(/"level":"fatal"|Uncaught|Unhandled/);
    expect(house.pid()).toBe(pids[i]);
    expect((await fetch(`${house.base}/readyz`)).status).toBe(200);
  }
  return citizens;
}

const everythingIsThere = (citizens: CitizenSends) =>
  expectEverything({ citizens, store, place: databaseUrl, mailboxes });

test('no host ends when its back ends are ended under load: callers get a 503 in words, and may send again', async () => {
  const citizens = await during(async () => {
    for (let round = 0; round < 8; round++) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${HOSTS}`.execute(
        store.db,
      );
      await pause(150); // the hosts connect again, and are sent away again
    }
  });
  expect(citizens.refusals.map((r) => r.status)).toContain(503);
  expectWords(citizens, houses);
  await everythingIsThere(citizens);
}, 90_000);

test('connections that drop every packet are given up, and new ones take over', async () => {
  const citizens = await during(async () => {
    for (const cable of cables) cable.cut('old');
    await pause(500); // sends are lost in the meantime
  });
  expect(citizens.refusals.map((r) => r.status)).toContain(503);
  expectWords(citizens, houses);
  await everythingIsThere(citizens);
}, 90_000);

test('a host without its database says so in words everywhere, keeps what was typed and goes on running', async () => {
  const [house, cable] = [houses[0] as Portal, cables[0] as Wire];
  const { headers } = browserCookies(FAULTS_SECRET);
  const citizens = await during(async () => {
    cable.cut();
    const [alive, ready, page, call, sent, foreign] = await Promise.all([
      fetch(`${house.base}/healthz`),
      fetch(`${house.base}/readyz`),
      fetch(`${house.base}/segnalazione/chat/a@esempio.it/nessuna`),
      fetch(`${house.base}/api/v1/portale/bozze?percorso=/segnalazione`, { headers }),
      sendTyped(house),
      sendTyped(house, 'cross-site'),
    ]);
    expect([alive, ready, page, call, sent, foreign].map((r) => r?.status)).toEqual([200, 503, 503, 503, 503, 503]);
    for (const answer of [ready, page, call]) expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await page?.text()).toMatch(/<h1>Il servizio non risponde.*ricarica la pagina/s);
    expect(await call?.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Riprova') });
    await expectTypedKept(sent as Response);
    expect(await foreign?.text()).not.toContain('Buca');
    cable.mend();
  });
  expectWords(citizens, houses);
  await everythingIsThere(citizens);
}, 90_000);

test('SIGTERM ends a host whose queries hang, and the other host goes on', async () => {
  const [house, other] = houses as [Portal, Portal];
  (cables[0] as Wire).cut();
  const hanging = Array.from({ length: 20 }, () => fetch(`${house.base}/segnalazione`).catch(() => undefined));
  await fetch(`${house.base}/healthz`);
  expect(await house.stop()).toBeTypeOf('number');
  await Promise.all(hanging);
  expect((await fetch(`${other.base}/readyz`)).status).toBe(200);
}, 30_000);
