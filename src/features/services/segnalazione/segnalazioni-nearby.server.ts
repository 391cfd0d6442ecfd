/** Answers which reports were sent from near a point. */
import { isoInstant } from '../../../platform/atoms/date.ts';
import { boxAround, type GeoPoint, metresBetween } from '../../../platform/border.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica.server.ts';
import { OPEN_PRATICA_STATI, STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import { NEARBY_LIMITS, type nearbyOperations } from './segnalazioni-nearby.contract.ts';
import { listInBox, type NearbyPlace } from './segnalazioni-nearby.db.ts';

const DAY_MS = 86_400_000;

export const nearbyHandlers: OperationHandlers<typeof nearbyOperations> = {
  segnalazioniVicine: async ({ ente: id, codice, lat, lon }, { db, house, now, user }) => {
    const ente = user?.enti.includes(id) && (await findEnte(house, id));
    if (!ente) throw new PortalError('not_found');
    const of = { ente: id, codice, stati: OPEN_PRATICA_STATI, dal: now - NEARBY_LIMITS.days * DAY_MS };
    return withDistance({ lat, lon }, await listInBox(db, placeAround({ lat, lon }), of)).map(({ row, metri }) => ({
      ...{ protocollo: protocollo(row), oggetto: row.oggetto, stato: STATO_LABELS[row.stato as StatoPratica] },
      ...{ inviata_il: isoInstant(row.inviata_il), metri, chat: ufficioPath(row, ente) },
    }));
  },
};

/** Where reports are near a point. */
export const placeAround = (point: GeoPoint): NearbyPlace => ({
  ...{ point, box: boxAround(point, NEARBY_LIMITS.metres), limit: NEARBY_LIMITS.shown },
});

/** Those within the distance: the corners of the rectangle are farther away. @property metri whole metres */
export const withDistance = <T extends { lat: number | null; lon: number | null }>(
  point: GeoPoint,
  rows: readonly T[],
): { row: T; metri: number }[] =>
  rows
    .map((row) => ({ row, metres: metresBetween(point, { lat: row.lat ?? 0, lon: row.lon ?? 0 }) }))
    .filter(({ metres }) => metres <= NEARBY_LIMITS.metres)
    .map(({ row, metres }) => ({ row, metri: Math.round(metres) }));
