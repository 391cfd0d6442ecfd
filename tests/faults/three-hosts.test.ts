/**
 * Three hosts on one PostgreSQL, behind a proxy that sends each request of a person to another one: one host is killed, the
 * database restarted and the schema changed while people send, log in, chat and pay.
 */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STORE_MIGRATIONS } from '../../src/store/migrate.server.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { type Balancer, balancer } from '../doubles/balancer.ts';
import { type OidcServer, oidcServer } from '../doubles/oidc-server.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { type CitizenSends, citizenSends, LONG_FAULTS, passMinute } from './sends.ts';
import { expectEverything, expectWords, FAULTS_SECRET, sendDuring } from './trouble.ts';
import { expectWalked, WALKING_PERSON, walksOf } from './walks.ts';

const WALKERS = LONG_FAULTS ? 4 : 2;
/** Beside them, so that the hosts are busy and the walks still get on. */
const SENDERS = LONG_FAULTS ? 4 : 2;

let server: PostgresServer;
let databaseUrl: string;
let mailboxes: SmtpMailboxes;
let idp: OidcServer;
let proxy: Balancer;
let store: PortalStore;
const houses: Portal[] = [];

beforeAll(async () => {
  server = await startPostgres({ durable: true });
  databaseUrl = await server.database('tre_host');
  mailboxes = await startMailboxes();
  proxy = await balancer(() => houses.map(({ local }) => local));
  idp = await oidcServer(`${proxy.url}/accesso/ritorno`);
  idp.person = { claims: WALKING_PERSON };
  const env = {
    PORTAL_SECRET: FAULTS_SECRET,
    LIMITS_FACTOR: '100000',
    SMTP_URL: mailboxes.url,
    PUBLIC_URL: proxy.url,
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: 'portale',
    OIDC_CLIENT_SECRET: 'segreto',
    TRUST_PROXY: '1',
    DATABASE_URL: databaseUrl,
    DATABASE_TIMEOUT: '2',
  };
  for (let n = 0; n < 3; n++) houses.push(await portal(env));
  store = await openStore({ databaseUrl, dataDir: '' });
}, 90_000);

afterAll(async () => {
  for (const house of houses) await house.end();
  await store?.close();
  await idp?.stop();
  await proxy?.close();
  await mailboxes?.close();
  await server?.stop();
}, 60_000);

test('a host that is killed and a database that is restarted lose nothing, double nothing, and leave no page without an answer', async () => {
  const citizens = await citizenSends(store, FAULTS_SECRET, () => proxy.url);
  const walks = await walksOf({ base: proxy.url, idp, mailboxes, store });
  let over = false;
  const walkedMore = (howMany: number) =>
    expect.poll(() => walks.done.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(walks.done.length + howMany);
  const walkers = Array.from({ length: WALKERS }, () => walks.walk(() => over));
  await sendDuring(
    citizens,
    async () => {
      await houses[0]?.kill();
      // What the killed host had in hand is taken up by the others a minute later.
      await passMinute(store);
      // Some are at the end of a walk then, and the others in the middle.
      await walkedMore(WALKERS / 2);
      await server.restart();
      await houses[0]?.start();
      await passMinute(store);
      await walkedMore(WALKERS);
      over = true;
      await Promise.all(walkers);
    },
    SENDERS,
  );
  for (const { local } of houses) expect(proxy.answered.get(local)).toBeGreaterThan(0);
  await expectWell(citizens);
  await expectWalked(store, walks.done);
}, 180_000);

/** As a later release adds to it, in an order in which no send locks these tables, and for longer than a statement may wait. */
async function changeSchema(db: Kysely<unknown>): Promise<void> {
  for (const table of ['posta_in_uscita', 'eventi', 'allegati', 'pratiche', 'invii'])
    await sql`alter table ${sql.ref(table)} add column prova integer not null default 7`.execute(db);
  await sql`create index pratiche_prova on pratiche (ente, prova, inviata_il)`.execute(db);
  await sql`create table prova (pratica text primary key references pratiche (id) on delete cascade)`.execute(db);
  await sql`select pg_sleep(2)`.execute(db); // longer than a statement of the hosts may wait
}

test('the next release changes the schema while this one works: each host goes on, and starts again on it', async () => {
  const citizens = await citizenSends(store, FAULTS_SECRET, () => proxy.url);
  const migrations = { ...STORE_MIGRATIONS, '999-prova': { up: changeSchema } };
  await sendDuring(
    citizens,
    async () => {
      const next = await openStore({ databaseUrl, dataDir: '' }, { migrations });
      expect(next.migrated).toEqual(['999-prova']);
      await next.close();
      for (const house of houses) {
        expect(await house.stop()).toBe(0);
        await house.start();
        expect(house.log()).toContain('L’archivio è già della versione successiva del portale (999-prova)');
      }
    },
    SENDERS,
  );
  await expectWell(citizens);
}, 120_000);

async function expectWell(citizens: CitizenSends): Promise<void> {
  for (const house of houses) {
    expect((await fetch(`${house.local}/readyz`)).status).toBe(200);
    expect(house.log()).not.toMatch(/"level":"fatal"|Uncaught|Unhandled/);
  }
  expectWords(citizens, houses);
  await expectEverything({ citizens, store, place: databaseUrl, mailboxes });
}
