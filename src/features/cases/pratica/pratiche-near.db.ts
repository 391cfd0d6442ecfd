/** Finds the reports of an ente in a rectangle of its land. */
import { type NearbyPlace, squareOfDistance } from '../../../platform/near.server.ts';
import type { Pratica, StoreDb } from '../../../store/tables.ts';

/** @param of.dal only those that arrived since this instant @param of.but id of one that is left out @returns the nearest first */
export function listInBox(
  db: StoreDb,
  { point, box: { south, north, west, east }, limit }: NearbyPlace,
  of: { ente: string; codice: string; stati: readonly Pratica['stato'][]; dal: number; but?: string | undefined },
) {
  return db
    .selectFrom('pratiche')
    .select(['id', 'ufficio', 'tipo', 'codice', 'anno', 'numero', 'oggetto', 'stato', 'inviata_il', 'lat', 'lon'])
    .select(['ente', 'assegnata_ufficio', 'assegnata_a'])
    .where('ente', '=', of.ente)
    .where('lat', '>', south)
    .where('lat', '<', north)
    .where('lon', '>', west)
    .where('lon', '<', east)
    .where('codice', '=', of.codice)
    .where('stato', 'in', of.stati)
    .where('inviata_il', '>', of.dal)
    .where('id', '!=', of.but ?? '')
    .orderBy(squareOfDistance(point))
    .limit(limit)
    .execute();
}
