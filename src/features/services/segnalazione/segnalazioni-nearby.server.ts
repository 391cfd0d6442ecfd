/** Answers which reports were sent from near a point. */
import { isoInstant } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica-names.ts';
import { nearPratiche } from '../../cases/pratica/pratiche-near.server.ts';
import { STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import type { nearbyOperations } from './segnalazioni-nearby.contract.ts';

export const nearbyHandlers: OperationHandlers<typeof nearbyOperations> = {
  segnalazioniVicine: async ({ ente: id, codice, lat, lon }, ctx) => {
    const ente = ctx.user?.enti.includes(id) && (await findEnte(ctx.house, id));
    if (!ente) throw new PortalError('not_found');
    return (await nearPratiche(ctx, { lat, lon }, { ente: id, codice })).map(({ row, metri }) => ({
      protocollo: protocollo(row),
      oggetto: row.oggetto,
      stato: STATO_LABELS[row.stato as StatoPratica],
      inviata_il: isoInstant(row.inviata_il),
      metri,
      chat: ufficioPath(row, ente),
    }));
  },
};
