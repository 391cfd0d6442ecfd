/** Hosts whose appointments are booked and offered while one of them is killed: one on SQLite, three on PostgreSQL. */
import type { Calendario } from '../../src/features/cases/calendario/calendario.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { type Portal, portal } from '../portal.ts';
import { startPostgres } from '../postgres-server.ts';
import { FAULTS_SECRET } from './trouble.ts';

/** @property houses one that is killed is replaced in its place @property end what is still there */
export type BookingHosts = { houses: Portal[]; store: PortalStore; end(): Promise<void> };

/** @param database its name on PostgreSQL @param calendari beside those of the demo data */
export async function startBookingHosts(
  engine: string,
  { database, calendari }: { database: string; calendari: readonly Calendario[] },
): Promise<BookingHosts> {
  const server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  const databaseUrl = await server?.database(database);
  const env = { PORTAL_SECRET: FAULTS_SECRET, LIMITS_FACTOR: '100000' };
  const houses: Portal[] = [];
  if (!databaseUrl) houses.push(await portal(env));
  else for (let n = 0; n < 3; n++) houses.push(await portal({ ...env, DATABASE_URL: databaseUrl }));
  const store = await openStore({ dataDir: houses[0]?.dataDir ?? '', databaseUrl });
  for (const [n, { ente, codice, ...dati }] of calendari.entries()) {
    const row = { ente, codice, ordine: 90 + n, dati_json: JSON.stringify(dati) };
    await store.db.insertInto('calendari').values(row).execute();
  }
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
