/** Hosts of two releases beside each other: what a migration may do, and which schema a host takes. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { iuvOf } from '../platform/atoms/numero-avviso.ts';
import { STORE_MIGRATIONS, type StoreMigration } from './migrate.server.ts';
import { openStore, type PortalStore, type StorePlace } from './open.server.ts';
import type { StoreDb, StoreDialect } from './tables.ts';

const NAMES = Object.keys(STORE_MIGRATIONS);

type Migrations = Readonly<Record<string, StoreMigration>>;
const upTo = (name: string): Migrations =>
  Object.fromEntries(Object.entries(STORE_MIGRATIONS).slice(0, NAMES.indexOf(name) + 1));
const asks = (...statements: string[]): StoreMigration => ({
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** An empty place for a store, without a schema. */
async function emptyPlace(dialect: StoreDialect): Promise<StorePlace & { remove(): Promise<void> }> {
  if (dialect === 'sqlite') {
    const dataDir = mkdtempSync(join(tmpdir(), 'portale-schema-'));
    return { dataDir, remove: async () => rmSync(dataDir, { recursive: true }) };
  }
  const name = `schema_${randomBytes(6).toString('hex')}`;
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${inject('postgres').address}postgres` });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await onServer(`create database ${name}`);
  const remove = () => onServer(`drop database ${name} with (force)`);
  return { databaseUrl: inject('postgres').address + name, dataDir: '', remove };
}

let place: Awaited<ReturnType<typeof emptyPlace>>;

// Each begins with the schema that the one before has left.
describe('a migration', { shuffle: false }, () => {
  let store: PortalStore;
  beforeAll(async () => {
    place = await emptyPlace('postgres');
    store = await openStore(place, { migrations: upTo('001-base') });
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  test.each(NAMES.slice(1))('only adds, or its name says that it does not: %s', async (name) => {
    const was = await readSchema(store.db);
    await (await openStore(place, { migrations: upTo(name) })).close();
    expect(taken(was, await readSchema(store.db)).length > 0).toBe(name.endsWith('!'));
  });

  test('begins again when it and a send wait for each other', async () => {
    const send = new pg.Client({ connectionString: place.databaseUrl });
    await send.connect();
    await send.query('begin; lock table viste in row exclusive mode');
    let sent: Promise<unknown> | undefined;
    const up: StoreMigration['up'] = async (db) => {
      await sql`alter table enti add column prova text`.execute(db);
      sent ??= send.query('lock table enti in row exclusive mode; commit');
      // PostgreSQL looks for the circle a second after a wait began: the migration's is then the one that closes it.
      await sql`select pg_sleep(1.5)`.execute(db);
      await sql`alter table viste add column prova text`.execute(db);
    };
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const next = await openStore(place, { migrations: { ...STORE_MIGRATIONS, '999-prova': { up } } });
    expect(said.mock.calls.flat().join()).toContain('si aspettavano a vicenda: ricomincio');
    said.mockRestore();
    expect(next.migrated).toContain('999-prova');
    await Promise.all([sent, next.close()]);
    await send.end();
  });

  test.each([
    ['a column is dropped', 'alter table enti drop column host cascade'],
    ['a column gets another name', 'alter table enti rename ordine to posto'],
    ['a column gets another type', 'alter table enti alter ordine type bigint'],
    ['a column may no longer be null', 'alter table enti alter host set not null'],
    ['a new column has to be given', 'alter table enti add sigla text not null'],
    ['two rows may no longer be alike', 'create unique index enti_ordine on enti (ordine)'],
    ['a value is checked', 'alter table enti add check (ordine >= 0)'],
    ['a table is dropped', 'drop table viste'],
  ])('is found to take something away when %s', async (_what, statement) => {
    const undone = store.db.transaction().execute(async (tx) => {
      const was = await readSchema(tx);
      await sql.raw(statement).execute(tx);
      throw taken(was, await readSchema(tx));
    });
    await expect(undone).rejects.toContainEqual(expect.stringMatching(/^(enti|viste)\b/));
  });
});

type Schema = { columns: Map<string, { type: string; mustBeGiven: boolean }>; rules: Set<string> };

/** By PostgreSQL: columns by `table.column`, and rules that a row has to keep. */
async function readSchema(db: StoreDb): Promise<Schema> {
  const columns = await sql<{ name: string; type: string; required: boolean; given: boolean }>`
    select table_name || '.' || column_name as name, data_type as type,
      is_nullable = 'NO' as required, column_default is not null as given
    from information_schema.columns where table_schema = current_schema() and table_name not like 'kysely%'`.execute(
    db,
  );
  const rules = await sql<{ rule: string }>`
    select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule from pg_constraint
      where connamespace = current_schema()::regnamespace and contype in ('c', 'u', 'x')
    union select tablename || ': ' || indexdef from pg_indexes
      where schemaname = current_schema() and indexdef like 'CREATE UNIQUE%'`.execute(db);
  return {
    columns: new Map(
      columns.rows.map(({ name, type, required, given }) => [name, { type, mustBeGiven: required && !given }]),
    ),
    rules: new Set(rules.rows.map(({ rule }) => rule)),
  };
}

const tableOf = (name: string) => name.split(/[.:]/)[0] as string;

function taken(was: Schema, is: Schema): string[] {
  const tables = new Set([...was.columns.keys()].map(tableOf));
  const gone = [...was.columns].filter(([name, { type, mustBeGiven }]) => {
    const now = is.columns.get(name);
    return !now || now.type !== type || (now.mustBeGiven && !mustBeGiven);
  });
  const asked = [...is.columns].filter(
    ([name, { mustBeGiven }]) => mustBeGiven && !was.columns.has(name) && tables.has(tableOf(name)),
  );
  // A host that does not know a column leaves it null, which may repeat.
  const isOfNewColumn = (rule: string) => {
    const column = /\((\w+)\)$/.exec(rule)?.[1];
    return column !== undefined && !was.columns.has(`${tableOf(rule)}.${column}`);
  };
  const stricter = [...is.rules].filter(
    (rule) => !was.rules.has(rule) && tables.has(tableOf(rule)) && !isOfNewColumn(rule),
  );
  return [...[...gone, ...asked].map(([name]) => name), ...stricter];
}

describe.each(['sqlite', 'postgres'] as const)('a store that the next release has changed (%s)', (dialect) => {
  beforeEach(async () => {
    place = await emptyPlace(dialect);
    await (await openStore(place)).close();
  });
  afterEach(() => place.remove());

  const next = (name: string, ...statements: string[]) =>
    openStore(place, { migrations: { ...STORE_MIGRATIONS, [name]: asks(...statements) } }).then((store) =>
      store.close(),
    );

  test('is taken by a host, and not by a command, when something was only added', async () => {
    await next('999-prossima', 'alter table enti add column sigla text');
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const store = await openStore(place, { ahead: true });
    expect(said.mock.calls.flat().join()).toContain('già della versione successiva del portale (999-prossima)');
    said.mockRestore();
    await store.db
      .insertInto('enti')
      .values({ id: 'a', host: null, codice_fiscale: null, ordine: 1, dati_json: '{}' })
      .execute();
    await store.close();
    await expect(openStore(place)).rejects.toThrow('versione più recente del portale (999-prossima)');
  });

  test('is taken by nobody when something was taken away, whatever was added before', async () => {
    await next('998-prossima', 'alter table enti add column sigla text');
    await openStore(place, {
      migrations: {
        ...STORE_MIGRATIONS,
        '998-prossima': asks(),
        '999-dopo!': asks('alter table enti drop column sigla'),
      },
    }).then((store) => store.close());
    await expect(openStore(place, { ahead: true })).rejects.toThrow(
      'più recente del portale (998-prossima, 999-dopo!)',
    );
  });

  test('is not taken by a host that has something to add itself', async () => {
    await next('999-prossima', 'alter table enti add column sigla text');
    const migrations = { ...STORE_MIGRATIONS, '997-altra': asks('create table altra (a text)') };
    await expect(openStore(place, { ahead: true, migrations })).rejects.toThrow('più recente');
  });
});

test.each(['sqlite', 'postgres'] as const)(
  'receipts from before a release are found by their IUV: %s',
  async (dialect) => {
    const old = await emptyPlace(dialect);
    const before = await openStore(old, { migrations: upTo('001-base') });
    await before.db
      .insertInto('enti')
      .values({ id: 'a', host: null, codice_fiscale: null, ordine: 1, dati_json: '{}' })
      .execute();
    for (const numero of ['301000000000000017', '012345678901234567'])
      await sql`insert into ricevute (id, fornitore, rif, ente, numero_avviso, causale, importo_cent, pagato_il, doppia)
      values (${numero}, 'pagopa', 'r', 'a', ${numero}, 'Mensa', 100, 1, 0)`.execute(before.db);
    await before.close();
    const after = await openStore(old);
    const found = await after.db
      .selectFrom('ricevute')
      .select(['numero_avviso', 'iuv'])
      .orderBy('numero_avviso')
      .execute();
    expect(found.map(({ iuv }) => iuv)).toEqual(found.map(({ numero_avviso }) => iuvOf(numero_avviso)));
    expect(found[0]?.iuv).toBe('345678901234567');
    await after.close();
    await old.remove();
  },
);
