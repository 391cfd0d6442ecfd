/** Answers which reports were sent from near a point. */
import { isoInstant } from '../../../platform/atoms/date.ts';
import { boxAround, metresBetween } from '../../../platform/border.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica.server.ts';
import { OPEN_PRATICA_STATI, STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import { NEARBY_LIMITS, type nearbyOperations } from './segnalazioni-nearby.contract.ts';
import { listInBox } from './segnalazioni-nearby.db.ts';

const DAY_MS = 86_400_000;

export const nearbyHandlers: OperationHandlers<typeof nearbyOperations> = {
  segnalazioniVicine: async ({ ente: id, codice, lat, lon }, { db, house, now, user }) => {
    const ente = user?.enti.includes(id) && (await findEnte(house, id));
    if (!ente) throw new PortalError('not_found');
    const of = { ente: id, codice, stati: OPEN_PRATICA_STATI, dal: now - NEARBY_LIMITS.days * DAY_MS };
    const rows = await listInBox(db, boxAround({ lat, lon }, NEARBY_LIMITS.metres), of);
    return rows
      .map((row) => ({ row, metres: metresBetween({ lat, lon }, { lat: row.lat ?? 0, lon: row.lon ?? 0 }) }))
      .filter(({ metres }) => metres <= NEARBY_LIMITS.metres)
      .sort((a, b) => a.metres - b.metres)
      .slice(0, NEARBY_LIMITS.shown)
      .map(({ row, metres }) => ({
        ...{ protocollo: protocollo(row), oggetto: row.oggetto, stato: STATO_LABELS[row.stato as StatoPratica] },
        ...{ inviata_il: isoInstant(row.inviata_il), metri: Math.round(metres), chat: ufficioPath(row, ente) },
      }));
  },
};
