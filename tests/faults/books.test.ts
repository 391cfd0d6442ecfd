/**
 * Nothing that was paid is lost, nothing is there twice: hosts are killed among pulls of receipts and flows, notifications and returns, and at
 * the end the store is compared with the books of the providers, to the cent. Three hosts on PostgreSQL, one on SQLite. `npm run test:faults`
 * kills 50 times on each engine; otherwise one engine has its turn.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTI } from '../../src/sandbox/demo/enti.ts';
import { openStore, type PortalStore, STORE_FILE } from '../../src/store/open.server.ts';
import { type Balancer, balancer } from '../doubles/balancer.ts';
import { engineInTurn } from '../engines.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { type BooksFindings, booksInFigures, checkBooks } from './books-checker.ts';
import { openRawStore, type RawStore } from './checker.ts';
import { type PaidEnte, payersOf } from './payers.ts';
import { type Providers, startProviders } from './providers.ts';
import { LONG_FAULTS } from './sends.ts';
import { FAULTS_SECRET } from './trouble.ts';

const KILLS = Number(process.env.KILLS ?? 2);
const PEOPLE = LONG_FAULTS ? 6 : 3;
/** Before the first kill: the list of an ente has more than one page. */
const AT_BANKS = LONG_FAULTS ? 900 : 360;
/** As in kill.test.ts: a host sends five mails at once, and one that dies may have sent what it had not noted. */
const SENT_TWICE_PER_KILL = 5;
const IBAN = 'IT60X0542811101000000123456';
/** Of the sandbox. The portal itself has no tax code. */
const PAID_ENTI: readonly PaidEnte[] = ENTI.filter(({ codice_fiscale }) => codice_fiscale).map(
  ({ id, codice_fiscale }) => ({ ente: id, creditor: codice_fiscale }),
);

const LETTURE = ['letture_ricevute', 'letture_flussi'] as const;

describe.each(engineInTurn('books'))('a portal whose hosts are killed while people pay, on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'portale-libri-'));
  const houses: Portal[] = [];
  let server: PostgresServer | undefined;
  let mailboxes: SmtpMailboxes;
  let proxy: Balancer;
  let providers: Providers;
  let store: PortalStore;
  let raw: RawStore;

  beforeAll(async () => {
    server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
    const databaseUrl = await server?.database('libri');
    mailboxes = await startMailboxes();
    proxy = await balancer(() => houses.map(({ local }) => local));
    const configFile = join(folder, 'pagopa.json');
    writeFileSync(
      configFile,
      JSON.stringify(
        Object.fromEntries(PAID_ENTI.map(({ creditor }) => [creditor, { segregazione: '01', iban: IBAN }])),
      ),
    );
    providers = await startProviders(proxy.url, configFile);
    const env = {
      PORTAL_SECRET: FAULTS_SECRET,
      LIMITS_FACTOR: '100000',
      SMTP_URL: mailboxes.url,
      PUBLIC_URL: proxy.url,
      TRUST_PROXY: '1',
      ...providers.settings,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl, DATABASE_TIMEOUT: '2' } : { DATA_DIR: join(folder, 'dati') }),
    };
    for (let n = 0; n < (server ? 3 : 1); n++) houses.push(await portal(env, ['--import', './tests/doubles/hasty.ts']));
    store = await openStore({ dataDir: join(folder, 'dati'), databaseUrl });
    raw = await openRawStore(databaseUrl ?? join(folder, 'dati', STORE_FILE));
  }, 120_000);

  afterAll(async () => {
    for (const house of houses) await house.end();
    await raw?.close();
    await store?.close();
    await providers?.close();
    await proxy?.close();
    await mailboxes?.close();
    await server?.stop();
    rmSync(folder, { recursive: true });
  }, 60_000);

  /** Time passes for the readings of receipts and flows: each ente is due, for whichever host is first. */
  const passMinutes = async () => {
    for (const table of LETTURE) await store.db.updateTable(table).set({ prossima: 0 }).execute();
  };
  /** What a host that was killed had in hand is anybody's. */
  const passLeases = async () => {
    for (const table of LETTURE) await store.db.updateTable(table).set({ presa_fino: 0 }).execute();
  };
  const isReading = async () =>
    (await raw.rows(`select ente from letture_ricevute where presa_fino > ${Date.now()}`)).length > 0;

  /** What the outbox tries again is due, but for what is in hand. */
  async function passMinuteOfOutbox(): Promise<void> {
    const now = Date.now();
    await store.db
      .updateTable('posta_in_uscita')
      .set({ da_inviare: now })
      .where('inviata', 'is', null)
      .where('presa_fino', '<=', now)
      .where('da_inviare', '<', now + 60_000)
      .execute();
  }

  test(
    'has what the providers have in their books, to the cent, each once, and pays and mails by it',
    async () => {
      const before = new Set((await raw.rows('select id from ricevute')).map(({ id }) => String(id)));
      const people = payersOf({ store, secret: FAULTS_SECRET, base: () => proxy.url, providers, enti: PAID_ENTI });
      await people.payAtBanks(AT_BANKS);
      let over = false;
      const paying = Array.from({ length: PEOPLE }, () => people.pay(() => over));
      const bookedMore = (howMany: number) => {
        const wanted = providers.books.length + howMany;
        return expect
          .poll(() => providers.books.length, { timeout: 60_000, interval: 10 })
          .toBeGreaterThanOrEqual(wanted);
      };
      const time = (async () => {
        for (; !over; await pause(100)) await passMinutes(); // a minute of the hosts is 200 ms
      })();
      let duringReading = 0;
      try {
        for (let kill = 0; kill < KILLS; kill++) {
          await bookedMore(randomInt(1, 2 * PEOPLE));
          await providers.transfer(PAID_ENTI);
          const house = houses[randomInt(houses.length)] as Portal;
          if (await isReading()) duringReading++;
          await house.kill();
          await house.start();
          await passLeases();
          await passMinuteOfOutbox();
        }
        await bookedMore(2 * PEOPLE);
        await providers.transfer(PAID_ENTI);
      } finally {
        over = true;
        await Promise.all([...paying, time]);
      }

      let found: BooksFindings | undefined;
      const faultsLeft = async () => {
        await passMinutes();
        await passMinuteOfOutbox();
        const { books, transfers } = providers;
        const { avvisi, payers } = people;
        found = await checkBooks({ books, transfers, avvisi, store: raw, before, letters: mailboxes.all(), payers });
        return Object.entries(found.faults).filter(([, faults]) => faults.length > 0);
      };
      await expect.poll(faultsLeft, { timeout: 90_000, interval: 1_000 }).toEqual([]);
      console.log(
        `${engine}, ${KILLS} kills, ${duringReading} of them while receipts were read: ${found && booksInFigures(found)}`,
      );
      if (LONG_FAULTS) expect(duringReading).toBeGreaterThan(0);
      expect(found?.sentTwice).toBeLessThanOrEqual(KILLS * SENT_TWICE_PER_KILL);
      for (const house of houses) expect(house.log()).not.toContain('"level":"fatal"');
    },
    240_000 + KILLS * 15_000,
  );
});
