/** Hosts of one portal, of which a test kills one after the other: one on SQLite, three on PostgreSQL. */
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { type Portal, portal } from '../portal.ts';
import { startPostgres } from '../postgres-server.ts';
import { FAULTS_SECRET } from './trouble.ts';

/** @property houses one that is killed is replaced in its place @property end what is still there */
export type PortalHosts = { houses: Portal[]; store: PortalStore; end(): Promise<void> };

/** @param database its name on PostgreSQL */
export async function startHosts(
  engine: string,
  { database, env = {} }: { database: string; env?: Record<string, string> },
): Promise<PortalHosts> {
  const server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  const databaseUrl = await server?.database(database);
  const settings = { PORTAL_SECRET: FAULTS_SECRET, LIMITS_FACTOR: '100000', ...env };
  const houses: Portal[] = [];
  if (!databaseUrl) houses.push(await portal(settings));
  else for (let n = 0; n < 3; n++) houses.push(await portal({ ...settings, DATABASE_URL: databaseUrl }));
  const store = await openStore({ dataDir: houses[0]?.dataDir ?? '', databaseUrl });
  return {
    houses,
    store,
    end: async () => {
      await store.close();
      for (const house of houses) await house.end();
      await server?.stop();
    },
  };
}
