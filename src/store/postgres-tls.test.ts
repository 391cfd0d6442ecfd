/** The store over TLS: a server whose certificate is signed by an authority of one's own, as in a municipality's own network. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../tests/postgres-server.ts';
import { openStore } from './open.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'portale-tls-'));
const at = (name: string) => join(folder, name);
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
const newKey = (name: string) => [
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:prime256v1',
  '-nodes',
  '-keyout',
  name,
];

let server: PostgresServer;
let address: string;

beforeAll(async () => {
  for (const name of ['autorita', 'altra'])
    openssl('req', '-x509', ...newKey(`${name}.key`), '-out', `${name}.crt`, '-days', '2', '-subj', `/CN=${name}`);
  openssl(
    'req',
    '-x509',
    ...newKey('server.key'),
    '-out',
    'server.crt',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-CA',
    'autorita.crt',
    '-CAkey',
    'autorita.key',
    '-addext',
    'subjectAltName=DNS:localhost',
  );
  const tls = { cert: readFileSync(at('server.crt'), 'utf8'), key: readFileSync(at('server.key'), 'utf8') };
  server = await startPostgres({ durable: false, tls });
  address = await server.database('cifrato');
}, 60_000);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const open = (host: string, authority: string) => {
  const url = new URL(address);
  url.hostname = host;
  url.search = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(at(authority))}`;
  return openStore({ dataDir: folder, databaseUrl: url.href });
};

test('is opened with the authority’s certificate, encrypted', async () => {
  const store = await open('localhost', 'autorita.crt');
  const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(
    store.db,
  );
  expect(rows).toEqual([{ ssl: true }]);
  await store.close();
});

test.each([
  ['of another authority', 'localhost', 'altra.crt', /certificate/],
  ['for another name', '127.0.0.1', 'autorita.crt', /127\.0\.0\.1/],
])('is not opened when the certificate is %s, and the reason is told', async (_what, host, authority, why) => {
  await expect(open(host, authority)).rejects.toThrow(why);
});
