/** A host whose disk gets full, or can no longer be written, while citizens send: it refuses in words, and loses nothing. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStore, type PortalStore, STORE_FILE } from '../../src/store/open.server.ts';
import { canMount, type SmallDisk, smallDisk } from '../doubles/disk.ts';
import { type Portal, portal } from '../portal.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { type CitizenSends, citizenSends } from './sends.ts';
import {
  expectEverything,
  expectTypedKept,
  expectWords,
  FAULTS_SECRET,
  linesOf,
  sendDuring,
  sendTyped,
} from './trouble.ts';

const hasDisks = canMount();
describe.skipIf(!hasDisks)('a host on a disk of its own (mounting needs root, and is not allowed everywhere)', () => {
  let disk: SmallDisk;
  let house: Portal;
  let mailboxes: SmtpMailboxes;
  /** Opened anew where the disk is mounted anew. */
  let store: PortalStore;
  let citizens: CitizenSends;

  beforeEach(async () => {
    // The senders write to the store as well, and hear of its troubles.
    for (const level of ['error', 'log'] as const) vi.spyOn(console, level).mockReturnValue();
    disk = smallDisk(64);
    mailboxes = await startMailboxes();
    house = await portal({
      DATA_DIR: disk.folder,
      PORTAL_SECRET: FAULTS_SECRET,
      LIMITS_FACTOR: '100000',
      SMTP_URL: mailboxes.url,
    });
    store = await openStore({ dataDir: disk.folder });
    citizens = await citizenSends(store, FAULTS_SECRET, () => house.base);
  }, 60_000);

  afterEach(async () => {
    await store.close();
    await house.end();
    await mailboxes.close();
    disk.remove();
    vi.restoreAllMocks();
  });

  const isReady = async () => (await fetch(`${house.base}/readyz`)).status;
  const becomes = (status: number) => expect.poll(isReady, { timeout: 30_000, interval: 100 }).toBe(status);
  const everything = () => expectEverything({ citizens, store, place: join(disk.folder, STORE_FILE), mailboxes });

  /** While nothing can be written: sends are refused in words, what was typed is kept, pages and `/healthz` go on. */
  async function refusesInWords(): Promise<void> {
    // The senders write to the store, too, and may all be waiting for it: this send is the test's own.
    const ownSend = async () => (await sendTyped(house)).status;
    for (let n = 0; n < 10; n++) await expect.poll(ownSend, { timeout: 30_000 }).toBe(503);
    await becomes(503);
    await expectTypedKept(await sendTyped(house));
    for (const path of ['/', '/healthz', '/api/v1/generic/ente'])
      expect((await fetch(house.base + path)).status).toBe(200);
  }

  test('refuses sends while the disk is full, says so once, and takes them again as soon as there is room', async () => {
    const pid = house.pid();
    await sendDuring(citizens, async () => {
      // The store gives room back while it is tidied.
      const filling = setInterval(() => disk.fill(), 100);
      await refusesInWords().finally(() => clearInterval(filling));
      expect(linesOf(house, 'SQLite: errore')).toEqual([
        expect.stringMatching(/database or disk is full|disk I\/O error/),
      ]);
      disk.free();
      await becomes(200);
    });
    expectWords(citizens, [house]);
    await everything();
    expect(house.pid()).toBe(pid);
    // Told by what is written after some calm: a load balancer that asks is enough.
    const saysThatItIsOver = async () => [await isReady(), linesOf(house, 'SQLite risponde di nuovo').length];
    await expect.poll(saysThatItIsOver, { timeout: 30_000, interval: 500 }).toEqual([200, 1]);
    expect(linesOf(house, 'SQLite: errore')).toHaveLength(1);
    expect(house.log()).not.toMatch(/"level":"fatal"|Uncaught|Unhandled/);
  }, 120_000);

  test('refuses sends while the disk is read-only, and has all that it acknowledged once it is mounted again', async () => {
    await sendDuring(citizens, async () => {
      disk.breakDown();
      await refusesInWords();
      expect(linesOf(house, 'SQLite: errore')).toHaveLength(1);
      await store.close();
      expect(await house.stop()).toBe(0);
      disk.repair();
      await house.start();
      Object.assign(store, await openStore({ dataDir: disk.folder }));
      await becomes(200);
    });
    expectWords(citizens, [house]);
    await everything();
  }, 120_000);
});
