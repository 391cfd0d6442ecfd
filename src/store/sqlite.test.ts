import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
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

test('a row is a plain object, made at once or one by one', async () => {
  expect.assertions(3);
  expect(await db.selectFrom('prova').selectAll().execute()).toStrictEqual([{ a: 'uno', b: 1 }]);
  for await (const row of db.selectFrom('prova').select(['b', 'a']).stream()) {
    expect(row).toStrictEqual({ b: 1, a: 'uno' });
  }
  expect(await db.updateTable('prova').set({ b: 2 }).returning(['b as due']).execute()).toStrictEqual([{ due: 2 }]);
});

test('every value keeps its name while the table changes, here or in another process', async () => {
  const all = () => db.selectFrom('prova').selectAll().execute();
  expect(await all()).toEqual([{ a: 'uno', b: 1 }]);
  await other.schema.alterTable('prova').addColumn('c', 'text').execute();
  expect(await all()).toEqual([{ a: 'uno', b: 1 }]);
  await db.schema.alterTable('prova').dropColumn('a').execute();
  expect(await all()).toEqual([{ b: 1, c: null }]);
});
