/** Two hosts that reach PostgreSQL only through PgBouncer in transaction mode, set as docs/deploy.md says. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../pgbouncer.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { citizenSends } from './sends.ts';
import { expectEverything, expectWords, FAULTS_SECRET, linesOf, sendDuring } from './trouble.ts';

const ROLE_TIMEOUT = '15s';

describe.skipIf(!hasPgBouncer)('behind PgBouncer (where the machine has one: apt-get install pgbouncer)', () => {
  let server: PostgresServer;
  let pooler: PgBouncer;
  let direct: string;
  let pooled: string;
  let mailboxes: SmtpMailboxes;
  let store: PortalStore;
  const houses: Portal[] = [];

  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    pooler = await startPgBouncer(server.address);
    direct = await server.database('dietro');
    pooled = `${pooler.address}dietro`;
    const admin = new pg.Client({ connectionString: direct });
    await admin.connect();
    await admin.query(`alter role postgres set statement_timeout = '${ROLE_TIMEOUT}'`);
    await admin.end();
    mailboxes = await startMailboxes();
    const env = {
      PORTAL_SECRET: FAULTS_SECRET,
      LIMITS_FACTOR: '100000',
      SMTP_URL: mailboxes.url,
      DATABASE_URL: pooled,
      DATABASE_TIMEOUT: '2',
    };
    for (let n = 0; n < 2; n++) houses.push(await portal(env));
    store = await openStore({ databaseUrl: direct, dataDir: '' });
  }, 60_000);

  afterAll(async () => {
    for (const house of houses) await house.end();
    await store?.close();
    await mailboxes?.close();
    await pooler?.stop();
    await server?.stop();
  }, 60_000);

  test('of several that start on an empty database one makes the schema, and the others wait', async () => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await server.database('vuoto');
    const place = { databaseUrl: `${pooler.address}vuoto`, dataDir: '', databaseTimeout: 0 };
    const opened = await Promise.all([1, 2, 3].map(() => openStore(place)));
    expect(said.mock.calls.flat().join()).toContain('Un altro host sta aggiornando lo schema');
    said.mockRestore();
    for (const { db, close } of opened) {
      expect(await db.selectFrom('enti').selectAll().execute()).toEqual([]);
      await close();
    }
  });

  test('hosts lose nothing and double nothing, also when the server is restarted', async () => {
    let turn = 0;
    const citizens = await citizenSends(store, FAULTS_SECRET, () => (houses[turn++ % 2] as Portal).base);
    await sendDuring(citizens, () => server.restart());
    expectWords(citizens, houses);
    await expectEverything({ citizens, store, place: direct, mailboxes });
  }, 120_000);

  test('a host says once that it hears of no changes, and ends the streams of those who wait for them', async () => {
    const { id, email } = await store.db
      .selectFrom('pratiche')
      .select(['id', 'email'])
      // One that was taken at the counter may have no address, and opens to nobody by it.
      .where('email', '<>', '')
      .limit(1)
      .executeTakeFirstOrThrow();
    for (const house of houses) {
      await expect.poll(() => linesOf(house, 'PgBouncer in modo transaction?')).toHaveLength(1);
      const news = await fetch(`${house.base}/api/v1/portale/pratiche/novita?${new URLSearchParams({ id, email })}`);
      expect([news.status, await news.text()]).toEqual([200, expect.not.stringContaining('data:')]);
    }
  });

  /** `npm run data` with the pooler's address. */
  async function command(...words: string[]) {
    const env = { ...process.env, DATABASE_URL: pooled, PORTAL_SECRET: FAULTS_SECRET };
    const child = spawn(process.execPath, ['scripts/data.ts', ...words], { env });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: code as number, said: out + err };
  }

  test('commands work through it, without leaving the hosts connections that have no limits', async () => {
    expect(await command('migrate')).toMatchObject({
      code: 0,
      said: expect.stringContaining('già di questa versione'),
    });
    expect(await command('check')).toMatchObject({ code: 0, said: expect.stringContaining('Archivio in ordine') });
    expect(await limitsOfAll()).not.toContain('0');
  }, 60_000);

  /** The limit of each of its connections to the server: asked for at the same time, each of them waits for the others. */
  async function limitsOfAll(): Promise<string[]> {
    const clients = Array.from({ length: 8 }, () => new pg.Client({ connectionString: pooled }));
    const ask = async (client: pg.Client) => {
      await client.connect();
      const { rows } = await client.query(`select current_setting('statement_timeout') as given, pg_sleep(0.2)`); // all at once
      await client.end();
      return rows[0].given as string;
    };
    return Promise.all(clients.map(ask));
  }

  test('a backup through it is refused in words, and the hosts go on: pg_dump would hide their tables from them', async () => {
    const copy = await command('backup', '-');
    expect(copy).toMatchObject({ code: 2, said: expect.stringContaining('indirizzo di PostgreSQL stesso') });
    const pages = houses.flatMap(({ base }) => Array.from({ length: 8 }, () => fetch(`${base}/segnalazione`)));
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(pages.map(() => 200));
  }, 60_000);
});
