/** A real PgBouncer in transaction mode in front of a PostgreSQL of the tests, where the machine has one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { installedProgram, startServer } from './installed.ts';
import { freePort } from './portal.ts';

const PROGRAM = installedProgram('pgbouncer');
export const hasPgBouncer = PROGRAM !== undefined;

/** Connections to the server: fewer than one host opens to the pooler, so that they are shared. */
const SERVER_CONNECTIONS = 4;

export type PgBouncer = {
  /** Ends where the name of a database follows */
  address: string;
  stop(): Promise<void>;
};

/** @param server address of PostgreSQL, with name and password of its user */
export async function startPgBouncer(server: string): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(server);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'portale-pgbouncer-'));
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: SERVER_CONNECTIONS,
    max_client_conn: 200,
    // After a restart of the server it is asked again at once, as docs/deploy.md has it.
    server_login_retry: 1,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = `* = host=${hostname} port=${serverPort} user=${username} password=${password}`;
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `[databases]\n${databases}\n\n[pgbouncer]\n${lines.join('\n')}\n`, { mode: 0o600 });
  // It reads its file first, and refuses to go on as root.
  const as = userInfo().uid === 0 ? ['-u', 'nobody'] : [];
  const pooler = await startServer(PROGRAM as string, [...as, file], port);
  return {
    address: `postgres://${username}:${password}@127.0.0.1:${port}/`,
    stop: async () => {
      await pooler.stop('SIGQUIT');
      rmSync(folder, { recursive: true });
    },
  };
}
