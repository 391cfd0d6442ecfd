/** Hosts whose appointments are booked and offered while one of them is killed. */
import type { Calendario } from '../../src/features/cases/calendario/calendario.ts';
import { type PortalHosts, startHosts } from './start-hosts.ts';

/** @param database its name on PostgreSQL @param calendari beside those of the demo data */
export async function startBookingHosts(
  engine: string,
  { database, calendari }: { database: string; calendari: readonly Calendario[] },
): Promise<PortalHosts> {
  const hosts = await startHosts(engine, { database });
  for (const [n, { ente, codice, ...dati }] of calendari.entries()) {
    const row = { ente, codice, ordine: 90 + n, dati_json: JSON.stringify(dati) };
    await hosts.store.db.insertInto('calendari').values(row).execute();
  }
  return hosts;
}
