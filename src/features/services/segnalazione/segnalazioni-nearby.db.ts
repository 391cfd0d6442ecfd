/** Finds the reports of an ente in a rectangle of its land. */
import type { GeoBox } from '../../../platform/border.ts';
import type { StoreDb } from '../../../store/open.server.ts';
import type { Pratica } from '../../../store/tables.ts';

/** More than this in so small a place are not told apart by their distance. */
const MAX_ROWS = 50;

/** @param of.dal only those that arrived since this instant @returns at most {@link MAX_ROWS}, in no order */
export function listInBox(
  db: StoreDb,
  { south, north, west, east }: GeoBox,
  of: { ente: string; codice: string; stati: readonly Pratica['stato'][]; dal: number },
) {
  return db
    .selectFrom('pratiche')
    .select(['ufficio', 'tipo', 'codice', 'anno', 'numero', 'oggetto', 'stato', 'inviata_il', 'lat', 'lon'])
    .where('ente', '=', of.ente)
    .where('lat', '>', south)
    .where('lat', '<', north)
    .where('lon', '>', west)
    .where('lon', '<', east)
    .where('codice', '=', of.codice)
    .where('stato', 'in', of.stati)
    .where('inviata_il', '>', of.dal)
    .limit(MAX_ROWS)
    .execute();
}
