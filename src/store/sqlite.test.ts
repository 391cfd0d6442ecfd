import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kyselySqlite } from './sqlite.server.ts';

type Prova = { prova: { a: string; b: number; c?: string | null } };
let folder: string;
let db: Kysely<Prova>;
let other: Kysely<Prova>;
const open = () =>
  new Kysely<Prova>({
    dialect: new SqliteDialect({ database: kyselySqlite(new DatabaseSync(join(folder, 'prova.sqlite'))) }),
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  [db, other] = [open(), open()];
  await db.schema.createTable('prova').addColumn('a', 'text').addColumn('b', 'integer').execute();
  await db.insertInto('prova').values({ a: 'uno', b: 1 }).execute();
});
afterEach(async () => {
  await Promise.all([db.destroy(), other.destroy()]);
  rmSync(folder, { recursive: true });
});

test('a row has its values by column name, whether it is read with others or one by one', async () => {
  expect.assertions(3);
  expect(await db.selectFrom('prova').selectAll().execute()).toEqual([{ a: 'uno', b: 1 }]);
  for await (const row of db.selectFrom('prova').select(['b', 'a']).stream()) {
    expect(row).toEqual({ b: 1, a: 'uno' });
  }
  expect(await db.updateTable('prova').set({ b: 2 }).returning(['b as due']).execute()).toEqual([{ due: 2 }]);
});

test('every value keeps its column name while the table changes, here or in another process', async () => {
  const all = () => db.selectFrom('prova').selectAll().execute();
  expect(await all()).toEqual([{ a: 'uno', b: 1 }]);
  await other.schema.alterTable('prova').addColumn('c', 'text').execute();
  expect(await all()).toEqual([{ a: 'uno', b: 1, c: null }]);
  await db.schema.alterTable('prova').dropColumn('a').execute();
  expect(await all()).toEqual([{ b: 1, c: null }]);
});

const isAway = {
  code: 'unavailable',
  retryAfter: 5,
  message: expect.stringMatching(/un invio già riuscito non si ripete/),
};

test('a store that another process writes to for too long is reported as away', async () => {
  await other.connection().execute(async (holding) => {
    await sql`begin`.execute(holding);
    await expect(db.insertInto('prova').values({ a: 'due', b: 2 }).execute()).rejects.toMatchObject(isAway);
    await expect(db.transaction().execute((tx) => tx.selectFrom('prova').selectAll().execute())).rejects.toMatchObject(
      isAway,
    );
    await sql`rollback`.execute(holding);
  });
  await db.insertInto('prova').values({ a: 'due', b: 2 }).execute();
});

test('a full disk is reported as a store that is away: the transaction is undone, and the data can be read', async () => {
  await sql`pragma max_page_count = 20`.execute(db);
  const fill = db.transaction().execute(async (tx) => {
    await tx.insertInto('prova').values({ a: 'poco', b: 2 }).execute();
    await tx
      .insertInto('prova')
      .values({ a: 'x'.repeat(200_000), b: 3 })
      .execute();
  });
  await expect(fill).rejects.toMatchObject(isAway);
  expect(await db.selectFrom('prova').selectAll().execute()).toEqual([{ a: 'uno', b: 1 }]);
});

test('an error in a query is passed on unchanged', async () => {
  await expect(sql`select assente from prova`.execute(db)).rejects.toThrow(/no such column/);
  await sql`create unique index una on prova (a)`.execute(db);
  await expect(db.insertInto('prova').values({ a: 'uno', b: 2 }).execute()).rejects.toThrow(/UNIQUE/);
});
