/**
 * Three hosts behind Debian's nginx with docs/operations/nginx.conf and nginx-several-hosts.conf: they are restarted one after the
 * other, and one is killed, while citizens read, write and pay.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeAway } from '../../src/store/away.server.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { ANSWER_MS } from '../hanging.ts';
import { hasNginx, type Nginx, startNginx } from '../nginx.ts';
import { freePort, type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { type CitizenSends, citizenSends, LONG_FAULTS, passMinute } from './sends.ts';
import { expectEverything, FAULTS_SECRET, sendDuring } from './trouble.ts';

const SENDERS = LONG_FAULTS ? 8 : 4;
const READERS = LONG_FAULTS ? 4 : 2;
const DRAIN_SECONDS = 2;
/** After this time without requests nginx has closed its connections to the hosts. */
const NGINX_IDLE_MS = 4_500;
const PAGES = ['/', '/segnalazione', '/login', '/api/v1/generic/ente/list/SF310', '/favicon.svg'];

describe.skipIf(!hasNginx)('behind nginx (where the machine has one: apt-get install nginx)', () => {
  let server: PostgresServer;
  let databaseUrl: string;
  let mailboxes: SmtpMailboxes;
  let nginx: Nginx;
  let store: PortalStore;
  const houses: Portal[] = [];

  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    databaseUrl = await server.database('dietro_nginx');
    mailboxes = await startMailboxes();
    const ports = await Promise.all([1, 2, 3].map(freePort));
    nginx = await startNginx(ports.map((port) => `http://127.0.0.1:${port}`));
    const env = {
      PORTAL_SECRET: FAULTS_SECRET,
      LIMITS_FACTOR: '100000',
      SMTP_URL: mailboxes.url,
      PUBLIC_URL: nginx.url,
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: '1',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    };
    for (const port of ports) houses.push(await portal({ ...env, PORT: String(port) }));
    store = await openStore({ databaseUrl, dataDir: '' });
  }, 90_000);

  afterAll(async () => {
    await Promise.all(houses.map((house) => house.end()));
    await store?.close();
    await nginx?.stop();
    await mailboxes?.close();
    await server?.stop();
  }, 60_000);

  /** Citizens send and others read while something happens. @returns what the readers were told, each status once */
  async function readAndSendDuring(
    citizens: CitizenSends,
    trouble: () => Promise<void>,
  ): Promise<{ read: Set<number>; cut: number }> {
    const read = new Set<number>();
    let cut = 0;
    let over = false;
    const reader = async (first: number) => {
      for (let turn = first; !over; turn++) {
        const signal = AbortSignal.timeout(ANSWER_MS);
        const answer = await fetch(nginx.url + PAGES[turn % PAGES.length], { signal, redirect: 'manual' });
        read.add(answer.status);
        await answer.arrayBuffer().catch((error: unknown) => {
          // Its host was killed in the middle of it: nobody can send the rest.
          if (!(error instanceof TypeError && error.message === 'terminated')) throw error;
          cut++;
        });
        await pause(20); // readers are many, and leave the hosts some time for sends
      }
    };
    const readers = Array.from({ length: READERS }, (_, n) => reader(n));
    const reading = Promise.all(readers);
    await Promise.race([sendDuring(citizens, trouble, SENDERS), reading]);
    over = true;
    await reading;
    return { read, cut };
  }

  test('hosts that are restarted one after the other take no page and no send along', async () => {
    const citizens = await citizenSends(store, FAULTS_SECRET, () => nginx.url);
    const { read, cut } = await readAndSendDuring(citizens, async () => {
      for (const house of houses) {
        expect(await house.stop()).toBe(0);
        await house.start();
      }
    });
    expect([[...read], cut]).toEqual([[200], 0]);
    expect(citizens.refusals).toEqual([]);
    await expectEverything({ citizens, store, place: databaseUrl, mailboxes });
  }, 120_000);

  /**
   * The system completes connections for a host that is too busy to take them, and nginx sends on them. Such a host comes back when
   * its time to drain is over, or not at all.
   * @param end what becomes of the host then
   * @returns how the sends without a key are answered: 419 by a host, as the forms that they are not
   */
  async function sendToBusy(citizens: CitizenSends, house: Portal, end: () => Promise<void>): Promise<Set<number>> {
    await pause(NGINX_IDLE_MS); // nginx gives its connections up
    process.kill(house.pid(), 'SIGTERM');
    await expect.poll(async () => (await fetch(`${house.local}/readyz`)).status).toBe(503);
    process.kill(house.pid(), 'SIGSTOP');
    let waiting = 0;
    const wait = async <T>(work: Promise<T>): Promise<T> => {
      waiting++;
      return work.finally(() => waiting--);
    };
    const keyed = Array.from({ length: SENDERS }, () => wait(citizens.sendOnce('segnalazione')));
    const notices = Array.from({ length: SENDERS }, () => wait(citizens.sendOnce('pagamento')));
    const others = Array.from({ length: SENDERS }, () => wait(fetch(`${nginx.url}/login`, { method: 'POST' })));
    await pause(DRAIN_SECONDS * 1000 + 500); // its time to drain passes
    expect(waiting).toBeGreaterThan(SENDERS);
    await end();
    await Promise.all([...keyed, ...notices]);
    return new Set((await Promise.all(others)).map(({ status }) => status));
  }

  test('sends that wait for a host when its time to drain is over are answered', async () => {
    const citizens = await citizenSends(store, FAULTS_SECRET, () => nginx.url);
    const [house] = houses as [Portal];
    const others = await sendToBusy(citizens, house, async () => {
      process.kill(house.pid(), 'SIGCONT');
      expect(await house.stop()).toBe(0);
    });
    expect(others).toEqual(new Set([419]));
    await house.start();
    expect(citizens.refusals).toEqual([]);
    await expectEverything({ citizens, store, place: databaseUrl, mailboxes });
  }, 60_000);

  test('sends that wait for a host when it is killed go to the next one, unless they have no key', async () => {
    const citizens = await citizenSends(store, FAULTS_SECRET, () => nginx.url);
    const [house] = houses as [Portal];
    expect(await sendToBusy(citizens, house, house.kill)).toEqual(new Set([419, 503]));
    const asked = '"method":"POST","path":"/login","status":503';
    await expect.poll(nginx.log).toContain(asked);
    await house.start();
    expect(citizens.refusals).toEqual([]);
    await expectEverything({ citizens, store, place: databaseUrl, mailboxes });
  }, 60_000);

  test('a host that is killed takes no page and no send along, and nothing is there twice', async () => {
    const citizens = await citizenSends(store, FAULTS_SECRET, () => nginx.url);
    const { read, cut } = await readAndSendDuring(citizens, async () => {
      for (const house of LONG_FAULTS ? houses : houses.slice(1, 2)) {
        await house.kill();
        await passMinute(store);
        await house.start();
      }
    });
    expect([...read]).toEqual([200]);
    // At most what each reader was just being sent.
    expect(cut).toBeLessThanOrEqual(READERS * houses.length);
    expect(citizens.refusals).toEqual([]);
    await expectEverything({ citizens, store, place: databaseUrl, mailboxes });
  }, 120_000);

  test('while no host is up nginx says so in the portal’s words, to people and to programs', async () => {
    for (const house of houses) await house.kill();
    const page = await fetch(`${nginx.url}/segnalazione`);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('un invio già riuscito non si ripete');
    const call = await fetch(`${nginx.url}/api/v1/generic/segnalazione/new`, { method: 'POST', body: '{}' });
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
    const { message, code } = (await call.json()) as { message: string; code: string };
    expect([message, code]).toEqual([storeAway(null, null).message, 'unavailable']);
    for (const house of houses) await house.start();
    expect((await fetch(`${nginx.url}/readyz`)).status).toBe(200);
  });
});
