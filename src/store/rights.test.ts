/** A user of PostgreSQL without a needed right is told which, and the statement of the sentence gives it. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { STORE_MIGRATIONS } from './migrate.server.ts';
import { openStore } from './open.server.ts';

const { address } = inject('postgres');
let name: string;
let owner: pg.Client;
let url: string;

async function clientOf(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address + database });
  await client.connect();
  return client;
}

beforeEach(async () => {
  name = `diritti_${randomBytes(6).toString('hex')}`;
  const server = await clientOf('postgres');
  await server.query(`create database ${name}`);
  await server.query(`create role ${name} login password 'segreta'`);
  await server.end();
  owner = await clientOf(name);
  url = address.replace(/\/\/[^@]+@/, `//${name}:segreta@`) + name;
});
afterEach(async () => {
  await owner.end();
  const server = await clientOf('postgres');
  await server.query(`drop database ${name} with (force)`);
  await server.query(`drop role ${name}`);
  await server.end();
});

const open = async (databaseUrl = url, migrations = STORE_MIGRATIONS) =>
  (await openStore({ databaseUrl, dataDir: '' }, { migrations })).close();
const refused = async (migrations = STORE_MIGRATIONS): Promise<string> => {
  const error = await open(url, migrations).then(
    () => undefined,
    (why: unknown) => why as Error,
  );
  expect(error?.message).toContain(`utente ${name} di DATABASE_URL`);
  return error?.message ?? '';
};
/** Does what the sentence says. */
const obey = (sentence: string) => owner.query(/: ((grant|alter) [^;]+);/.exec(sentence)?.[1] ?? 'nothing to do');

test('without the right to connect the start says the sentence that gives it', async () => {
  await owner.query(`revoke connect on database ${name} from public`);
  const sentence = await refused();
  expect(sentence).toContain(`grant connect on database ${name} to ${name};`);
  await obey(sentence);
  await owner.query(`grant create on schema public to ${name}`);
  await open();
});

test('without the right to create tables the start says the sentence that gives it', async () => {
  await owner.query('revoke all on schema public from public');
  const sentence = await refused();
  expect(sentence).toContain(`grant usage, create on schema public to ${name};`);
  await owner.query(`grant usage on schema public to ${name}`);
  await obey(await refused());
  await open();
});

test('rights on tables that are missing are named, of a few each by its name, of many all of them', async () => {
  await open(address + name);
  expect(await refused()).toContain(`grant select, insert, update, delete on all tables in schema public to ${name};`);
  await obey(await refused());
  await owner.query(`revoke update, delete on eventi, pratiche from ${name}`);
  const sentence = await refused();
  expect(sentence).toContain(`grant update, delete on eventi, pratiche to ${name};`);
  await obey(sentence);
  await open();
});

test('the ownership that a change of the schema needs is asked for', async () => {
  await open(address + name);
  await owner.query(`grant all on all tables in schema public to ${name}`);
  await owner.query(`grant create on schema public to ${name}`);
  const next = { ...STORE_MIGRATIONS, '999-prova': { up: async () => undefined } };
  expect(await refused(next)).toMatch(
    /la tabella \w+ è di postgres, .*: alter table \w+ owner to diritti_\w+; e così per/,
  );
});

test('tables of another program are not mixed with the portal’s', async () => {
  await owner.query('create table clienti (nome text)');
  await expect(open()).rejects.toThrow('ci sono i dati di un altro programma (clienti)');
});
