/**
 * The behaviour of the store when PostgreSQL fails: an error in words within a time limit, never a process that ends or an answer
 * that never comes.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type Wire, wire } from '../../tests/doubles/wire.ts';
import { houseOn, type Rig } from '../../tests/rig.ts';
import { MIGRATION_LOCK } from './migrate.server.ts';
import { openStore, type PortalStore } from './open.server.ts';

/** Seconds that the database may take in these tests. */
const TIME = 1;

let rig: Rig;
let cable: Wire;
let store: PortalStore;
beforeEach(async () => {
  rig = await houseOn('postgres');
  cable = await wire(rig.place.databaseUrl as string);
  store = await openStore({ databaseUrl: cable.url, dataDir: '', databaseTimeout: TIME });
});
afterEach(async () => {
  await store.close();
  await cable.close();
  await rig.close();
});

const ask = () => sql`select 1`.execute(store.db);
const row = (chiave: string) => ({ chiave, valore: 'x' });
const kept = async () => (await rig.house.db.selectFrom('portale').select('chiave').execute()).map((r) => r.chiave);
/** Terminates the back ends, like an administrator or a failover. */
const endAll = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(rig.house.db);
const AWAY = { code: 'unavailable', status: 503, retryAfter: 5 };

describe('a terminated back end', () => {
  test.each(['while nothing is asked', 'while a question is under way'])(
    'inside a transaction, %s, fails the transaction, which leaves no rows; the next caller gets a new connection',
    async (when) => {
      const transaction = store.db.transaction().execute(async (tx) => {
        await tx.insertInto('portale').values(row('a')).execute();
        const slow = when.includes('question') ? sql`select pg_sleep(0.5)`.execute(tx) : undefined; // cut off below
        const told = slow?.catch((error: unknown) => error);
        await endAll();
        if (slow) expect(await told).toMatchObject(AWAY);
        await tx.insertInto('portale').values(row('b')).execute();
      });
      await expect(transaction).rejects.toMatchObject(AWAY);
      await store.db.insertInto('portale').values(row('c')).execute();
      expect(await kept()).toEqual(expect.not.arrayContaining(['a', 'b']));
      expect(await kept()).toContain('c');
    },
  );

  test('on an idle connection fails no caller', async () => {
    await Promise.all([ask(), ask(), ask()]);
    await endAll();
    await expect.poll(() => cable.open()).toBe(0);
    await ask();
  });
});

describe('a database that no longer answers', () => {
  test('fails each query within its time, and its connections are replaced by new ones', async () => {
    await Promise.all([ask(), ask(), ask()]);
    const before = cable.open();
    cable.cut('old');
    const told = await Promise.allSettled(Array.from({ length: before }, ask));
    expect(told).toEqual(told.map(() => ({ status: 'rejected', reason: expect.objectContaining(AWAY) })));
    await expect.poll(() => cable.open()).toBe(0);
    await ask();
  });

  test('fails the callers who wait for a connection, too, and those who come later', async () => {
    cable.cut();
    const told = await Promise.allSettled(Array.from({ length: 30 }, ask));
    expect(told).toEqual(told.map(() => ({ status: 'rejected', reason: expect.objectContaining(AWAY) })));
    cable.mend();
    await ask();
  });

  test('keeps no row locked for others in the middle of a transaction', async () => {
    const transaction = store.db.transaction().execute(async (tx) => {
      await tx.insertInto('portale').values(row('tenuta')).execute();
      cable.cut();
      await sql`select 1`.execute(tx);
    });
    await expect(transaction).rejects.toMatchObject(AWAY);
    // The server does not notice by itself: its own time limit for idle transactions is over by now or soon.
    await rig.house.db.insertInto('portale').values(row('tenuta')).execute();
    cable.mend();
  });

  test('does not delay the closing of the store', async () => {
    await ask();
    const other = await openStore({ databaseUrl: cable.url, dataDir: '', databaseTimeout: TIME });
    cable.cut();
    const asked = sql`select 1`.execute(other.db).catch((error: unknown) => error);
    await other.close();
    expect(await asked).toMatchObject(AWAY);
    cable.mend();
  });
});

test('a query that exceeds its time is cancelled by the database, and its connection stays usable', async () => {
  // More than it may take.
  await expect(sql`select pg_sleep(5)`.execute(store.db)).rejects.toMatchObject(AWAY);
  await ask();
});

test('a row that another transaction holds for too long is reported in words, and the connection stays usable', async () => {
  await rig.house.db.transaction().execute(async (tx) => {
    await tx.insertInto('portale').values(row('tenuta')).execute();
    await expect(store.db.insertInto('portale').values(row('tenuta')).execute()).rejects.toMatchObject(AWAY);
  });
  await ask();
});

test('an error in a query is no outage', async () => {
  await expect(sql`select nulla`.execute(store.db)).rejects.toMatchObject({ code: '42703' });
});

test('a host waits in words while another changes the schema, for as long as it takes', async () => {
  const name = `schema_${randomBytes(6).toString('hex')}`;
  const databaseUrl = inject('postgres').address + name;
  const server = new pg.Client({ connectionString: `${inject('postgres').address}postgres` });
  await server.connect();
  await server.query(`create database ${name}`);
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const opening = openStore({ databaseUrl, dataDir: '', databaseTimeout: TIME });
    await expect.poll(() => said.mock.calls.flat().join()).toContain('Un altro host sta aggiornando lo schema');
    // Longer than a query may take, and than a connection may be silent.
    await other.query('select pg_sleep(2)');
    await other.end();
    const opened = await opening;
    expect(await opened.db.selectFrom('portale').selectAll().execute()).toEqual([]);
    await opened.close();
  } finally {
    said.mockRestore();
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  }
});
