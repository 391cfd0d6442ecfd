/** Two processes on one store, and one that is stopped while citizens send: nothing is lost or doubled, and nobody waits for ever. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type PortalStore, STORE_FILE } from '../../src/store/open.server.ts';
import { engineInTurn } from '../engines.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { citizenSends } from './sends.ts';
import { expectEverything, expectWords, FAULTS_SECRET, sendDuring } from './trouble.ts';

describe.each(engineInTurn('two processes'))('two processes on one store (%s)', (engine) => {
  let server: PostgresServer | undefined;
  let mailboxes: SmtpMailboxes;
  let houses: [Portal, Portal];
  let store: PortalStore;
  let place: string;

  beforeAll(async () => {
    server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
    const databaseUrl = await server?.database('insieme');
    mailboxes = await startMailboxes();
    const env = {
      PORTAL_SECRET: FAULTS_SECRET,
      LIMITS_FACTOR: '100000',
      SMTP_URL: mailboxes.url,
      DRAIN_SECONDS: '1',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    };
    const first = await portal(env);
    houses = [first, await portal({ ...env, DATA_DIR: first.dataDir })];
    store = await openStore({ dataDir: first.dataDir, databaseUrl });
    place = databaseUrl ?? join(first.dataDir, STORE_FILE);
  }, 60_000);

  afterAll(async () => {
    await store.close();
    for (const house of houses.toReversed()) await house.end();
    await mailboxes.close();
    await server?.stop();
  });

  test('share all sends and mails: each is there once, whichever of them took it, its file or its repetition', async () => {
    let turn = 0;
    const citizens = await citizenSends(store, FAULTS_SECRET, () => (houses[turn++ % 2] as Portal).base);
    await sendDuring(citizens, async () => undefined);
    expectWords(citizens, houses);
    await expectEverything({ citizens, store, place, mailboxes });
  }, 120_000);

  test('each is stopped under load and comes back, as with a new version: what was sent is there, what was not is sent again', async () => {
    let turn = 0;
    const citizens = await citizenSends(store, FAULTS_SECRET, () => (houses[turn++ % 2] as Portal).base);
    await sendDuring(citizens, async () => {
      for (const house of houses) {
        expect(await house.stop()).toBe(0);
        expect(house.log()).not.toContain('Fermata forzata');
        await house.start();
      }
    });
    expectWords(citizens, houses);
    await expectEverything({ citizens, store, place, mailboxes });
  }, 120_000);

  test('a call that is under way when its host is stopped ends, with an answer or a closed connection', async () => {
    const [house] = houses;
    const pages = Array.from({ length: 60 }, () => fetch(`${house.base}/segnalazione`).then((answer) => answer.text()));
    const ending = Promise.allSettled(pages);
    expect(await house.stop()).toBe(0);
    for (const end of await ending) if (end.status === 'fulfilled') expect(end.value).toContain('</html>');
    await expect(fetch(`${house.base}/healthz`)).rejects.toThrow();
    await house.start();
  }, 60_000);
});
