/** Answers which cases have changed since a cursor: none missed and none twice, however they change meanwhile. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { readSignedId, signedId } from '../../../platform/signer.server.ts';
import { isOfOtherOffice } from '../../cases/pratica/riservati.server.ts';
import { numberChanges } from '../../cases/programma/cambiamenti.db.ts';
import { isServed } from '../../cases/programma/programma.server.ts';
import { CHANGES_PAGE, type changesOperations } from './changes.contract.ts';
import { listChanged } from './operatore.db.ts';
import { listItemsOf } from './operatore.server.ts';

/** A cursor is for one caller and one ente. */
const purposeOf = ({ user }: CallContext, ente: string) => `cambiamenti:${ente}:${user?.id}`;

/** @throws PortalError `invalid` for a cursor of another caller or ente, one that was changed, and one of a store that came after a backup */
function placeOf(ctx: CallContext, ente: string, { cursore, ultimo }: { cursore: string | undefined; ultimo: number }) {
  if (cursore === undefined) return 0;
  const words = readSignedId(ctx.house.signer, purposeOf(ctx, ente), cursore);
  const place = Number(words ?? Number.NaN);
  if (place <= ultimo) return place;
  const message = Number.isNaN(place)
    ? 'Questo cursore non è tuo, o è stato cambiato: usa quello dell’ultima risposta, o nessuno per ricominciare.'
    : 'Questo cursore è più avanti dell’archivio, che è stato riportato indietro: ricomincia senza cursore.';
  throw new PortalError('invalid', { fields: { cursore: [message] } });
}

export const changesHandlers: OperationHandlers<typeof changesOperations> = {
  cambiamentiPratiche: async ({ ente, cursore }, ctx) => {
    if (!ctx.user?.enti.includes(ente)) throw new PortalError('not_found');
    const { db, house, now } = ctx;
    const numbered = await numberChanges(db, { ente, dialect: house.dialect, now });
    const after = placeOf(ctx, ente, { cursore, ultimo: numbered.ultimo });
    const rows = await listChanged(db, { ente, after, limit: CHANGES_PAGE });
    const shown = rows.filter((row) => !isOfOtherOffice(ctx.user, row) && isServed(ctx, row));
    return {
      pratiche: await listItemsOf(ctx, shown),
      cursore: signedId(house.signer, purposeOf(ctx, ente), String(rows.at(-1)?.n ?? after)),
      altre: rows.length === CHANGES_PAGE || numbered.some,
    };
  },
};
