/** Answers which public reports are open near a point. */
import { addDays, todayInRome } from '../../../platform/atoms/date.ts';
import { shortenText } from '../../../platform/atoms/shorten.ts';
import { PortalError } from '../../../platform/errors.ts';
import { placeAround, withDistance } from '../../../platform/near.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { NEARBY_LIMITS } from '../../cases/pratica/near-limits.ts';
import { photoHref, reportPath } from '../../cases/segnalazione-pubblica/public-addresses.ts';
import { countFollowers } from '../../cases/segnalazione-seguita/seguita.server.ts';
import type { pubblicheNearbyOperations } from './pubbliche-nearby.contract.ts';
import { firstPhotos, listPublicInBox, listPublicInStreet } from './pubbliche-nearby.db.ts';

/** Characters of the text of each. */
const MAX_TEXT = 160;

export const pubblicheNearbyHandlers: OperationHandlers<typeof pubblicheNearbyOperations> = {
  segnalazioniPubblicheVicine: async ({ ente, codice, lat, lon, via = '' }, ctx) => {
    if (!(await findEnte(ctx.house, ente))) throw new PortalError('not_found');
    const dal = addDays(todayInRome(ctx.now), -NEARBY_LIMITS.days);
    const of = { ente, codice, stati: ['ricevuta', 'in_lavorazione'] as const, dal };
    const place = lat !== undefined && lon !== undefined && placeAround({ lat, lon }, NEARBY_LIMITS);
    const found = place
      ? withDistance(place, await listPublicInBox(ctx.db, place, of))
      : (await listPublicInStreet(ctx.db, { via, limit: NEARBY_LIMITS.shown }, of)).map((row) => ({
          row,
          metri: null,
        }));
    const ids = found.map(({ row }) => row.id);
    const [photos, followers] = await Promise.all([firstPhotos(ctx.db, ids), countFollowers(ctx, ids)]);
    return found.map(({ row: { id, titolo, descrizione, luogo, giorno }, metri }) => {
      const photo = photos.get(id);
      return {
        titolo: titolo ?? nameOf(ctx.house.services, codice),
        giorno,
        metri,
        luogo,
        pagina: reportPath(id),
        testo: descrizione === null ? null : shortenText(descrizione, MAX_TEXT),
        seguita_da: followers.get(id) ?? 0,
        foto: photo === undefined ? null : photoHref(id, photo, true),
      };
    });
  },
};
