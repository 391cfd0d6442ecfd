/** A host on SQLite whose clock is set to another time while citizens send: nobody is locked out or logged out, no mail doubles. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type PortalStore, STORE_FILE } from '../../src/store/open.server.ts';
import { Citizen } from '../citizen.ts';
import { loginAs } from '../login.ts';
import { type Portal, portal } from '../portal.ts';
import { HOUR } from '../rig.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { checkSends, missingLetters, openRawStore } from './checker.ts';
import { citizenSends } from './sends.ts';
import { FAULTS_SECRET, linesOf } from './trouble.ts';

let house: Portal;
let mailboxes: SmtpMailboxes;
let store: PortalStore;
let clockFile: string;

beforeEach(async () => {
  mailboxes = await startMailboxes();
  clockFile = join(mkdtempSync(join(tmpdir(), 'portale-orologio-')), 'ms');
  house = await portal({ PORTAL_SECRET: FAULTS_SECRET, SMTP_URL: mailboxes.url, CLOCK_FILE: clockFile }, [
    '--import',
    './tests/doubles/clock.ts',
  ]);
  store = await openStore({ dataDir: house.dataDir });
}, 60_000);
afterEach(async () => {
  await store.close();
  await house.end();
  await mailboxes.close();
  rmSync(dirname(clockFile), { recursive: true });
});

function setClock(by: number): void {
  writeFileSync(`${clockFile}.nuovo`, String(by));
  renameSync(`${clockFile}.nuovo`, clockFile);
}

test.each([
  ['back', -2 * HOUR],
  ['forward', 2 * HOUR],
])(
  'a clock that jumps two hours %s stops nothing and loses nothing',
  async (_where, by) => {
    const person = await new Citizen(house.base).arrive();
    await loginAs(person, 'mario');
    const isLoggedIn = async () => (await person.get('/api/v1/user')).status;
    expect(await isLoggedIn()).toBe(200);

    const guest = await new Citizen(house.base).arrive();
    const askCode = () => guest.post('/api/v1/generic/segnalazione/otp', { email: 'tanti@esempio.it' });
    await expect.poll(async () => (await askCode()).status).toBe(429);
    const wait = Number((await askCode()).headers.get('retry-after'));

    const citizens = await citizenSends(store, FAULTS_SECRET, () => house.base);
    const sendAll = () =>
      Promise.all((['segnalazione', 'richiesta', 'mezzi'] as const).map((kind) => citizens.sendOnce(kind)));
    // Some of its mails wait for another attempt when the clock jumps.
    mailboxes.behave('refusing');
    await sendAll();
    const during = sendAll();
    setClock(by);
    await during;
    await expect.poll(() => linesOf(house, 'orologio del computer spostato'), { timeout: 30_000 }).toHaveLength(1);
    mailboxes.behave('well');
    await sendAll();

    expect(await isLoggedIn()).toBe(200);
    const told = Number((await askCode()).headers.get('retry-after'));
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(wait);
    await expect
      .poll(() => missingLetters(citizens.journal, mailboxes.all()), { timeout: 60_000, interval: 200 })
      .toEqual([]);
    const raw = await openRawStore(join(house.dataDir, STORE_FILE));
    const { faults, sentTwice } = await checkSends({ journal: citizens.journal, store: raw, letters: mailboxes.all() });
    await raw.close();
    expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([]);
    expect(sentTwice).toBe(0);
    expect(linesOf(house, 'orologio del computer spostato')).toEqual([expect.stringContaining(`"by_s":${by / 1000}`)]);
  },
  120_000,
);
