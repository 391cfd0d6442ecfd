/** What is made once for the whole run: a store of each engine that holds the schema, and a filled sandbox, to be copied. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openStore, STORE_FILE } from '../src/store/open.server.ts';
import { quickFolder, startPostgres } from './postgres-server.ts';
import makeSandboxModel from './sandbox-model.ts';

const MODEL = 'modello';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `address` of the server, ending where the name of a database follows; `model` is the database to copy */
    postgres: { address: string; model: string };
    /** File of an empty SQLite store, to copy */
    sqliteModel: string;
  }
}

/** @returns what ends the server and removes all files */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, removeSandbox] = await Promise.all([startPostgres({ durable: false }), makeSandboxModel()]);
  const databaseUrl = await server.database(MODEL);
  await (await openStore({ databaseUrl, dataDir: '' })).close();
  project.provide('postgres', { address: server.address, model: MODEL });
  const dataDir = mkdtempSync(join(quickFolder(), 'portale-modello-'));
  await (await openStore({ dataDir })).close();
  project.provide('sqliteModel', join(dataDir, STORE_FILE));
  return async () => {
    await server.stop();
    removeSandbox();
    rmSync(dataDir, { recursive: true });
  };
}
