/**
 * Nothing acknowledged is ever lost, nothing is there twice: the portal is killed in the middle of sends of every kind, again and
 * again. `npm run test:faults` kills it 50 times on each engine; otherwise one engine has its turn.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type PortalStore, STORE_FILE } from '../../src/store/open.server.ts';
import { engineInTurn } from '../engines.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { checkSends, inFigures, missingLetters, openRawStore, SEND_KINDS } from './checker.ts';
import { citizenSends, LONG_FAULTS, passMinute } from './sends.ts';
import { FAULTS_SECRET } from './trouble.ts';

const KILLS = Number(process.env.KILLS ?? 2);
const CLIENTS = LONG_FAULTS ? 32 : 12;
/**
 * How many mails may arrive again, with the same Message-ID, for each kill: a host sends five at once, and one that dies between
 * sending a mail and noting it leaves it to be sent again.
 */
const SENT_TWICE_PER_KILL = 5;

describe.each(engineInTurn('kill'))('a portal that is killed with -9 in the middle of sends, on %s', (engine) => {
  let server: PostgresServer | undefined;
  let mailboxes: SmtpMailboxes;
  let house: Portal;
  let store: PortalStore;
  let place: string;

  beforeAll(async () => {
    server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
    const databaseUrl = await server?.database('faults');
    mailboxes = await startMailboxes();
    house = await portal({
      PORTAL_SECRET: FAULTS_SECRET,
      LIMITS_FACTOR: '100000',
      SMTP_URL: mailboxes.url,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    store = await openStore({ dataDir: house.dataDir, databaseUrl });
    place = databaseUrl ?? join(house.dataDir, STORE_FILE);
  }, 60_000);

  afterAll(async () => {
    await store.close();
    await house.end();
    await mailboxes.close();
    await server?.stop();
  });

  test(
    'loses nothing that it acknowledged, stores and does nothing twice, keeps every byte of a file and sends every mail',
    async () => {
      const citizens = await citizenSends(store, FAULTS_SECRET, () => house.base);
      let over = false;
      const clients = Array.from({ length: CLIENTS }, () => citizens.send(() => over));
      const acknowledgedMore = (sends: number) => {
        const before = citizens.acknowledged();
        return expect
          .poll(citizens.acknowledged, { timeout: 60_000, interval: 10 })
          .toBeGreaterThanOrEqual(before + sends);
      };
      for (let kill = 0; kill < KILLS; kill++) {
        await acknowledgedMore(randomInt(1, CLIENTS));
        await house.kill();
        await house.start();
      }
      await acknowledgedMore(CLIENTS);
      over = true;
      await Promise.all(clients);
      await passMinute(store);
      await expect
        .poll(() => missingLetters(citizens.journal, mailboxes.all()), { timeout: 60_000, interval: 200 })
        .toEqual([]);
      const downloads = await citizens.downloads();
      await house.stop();

      const raw = await openRawStore(place);
      const found = await checkSends({ journal: citizens.journal, store: raw, letters: mailboxes.all(), downloads });
      await raw.close();
      console.log(`${engine}, ${KILLS} kills: ${inFigures(found)}`);
      expect(Object.entries(found.faults).filter(([, faults]) => faults.length > 0)).toEqual([]);
      expect(SEND_KINDS.filter((kind) => found.acknowledged[kind] === 0)).toEqual([]);
      expect(found.sentTwice).toBeLessThanOrEqual(KILLS * SENT_TWICE_PER_KILL);
    },
    120_000 + KILLS * 10_000,
  );
});
