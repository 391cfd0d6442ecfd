/** One real PostgreSQL for the whole run, with a database that holds the schema and is copied for each test file. */
import type { TestProject } from 'vitest/node';
import { openStore } from '../src/store/open.server.ts';
import { startPostgres } from './postgres-server.ts';

const MODEL = 'modello';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `address` of the server, ending where the name of a database follows; `model` is the database to copy */
    postgres: { address: string; model: string };
  }
}

/** @returns what ends the server and removes its files */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ durable: false });
  const databaseUrl = await server.database(MODEL);
  await (await openStore({ databaseUrl, dataDir: '' })).close();
  project.provide('postgres', { address: server.address, model: MODEL });
  return server.stop;
}
