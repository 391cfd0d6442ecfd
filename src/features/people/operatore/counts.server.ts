/** Counts the cases of an open list again, and those that arrived since it was made. */
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { type countsOperations, MAX_NEW } from './counts.contract.ts';
import { listPratiche } from './operatore.db.ts';
import { countAll, filterOf } from './operatore.server.ts';
import { countViste, ownViste } from './viste.server.ts';

export const countsHandlers: OperationHandlers<typeof countsOperations> = {
  conteggiOperatore: async ({ dopo, ...asked }, ctx) => {
    const filter = filterOf(asked, ctx);
    const { byStato, byQueue, unread } = await countAll(ctx, asked);
    const stati = filter.stati.filter((stato) => byStato[stato] > 0);
    const order = { order: 'arrivo', offset: 0, limit: MAX_NEW + 1 } as const;
    const newest = stati.length > 0 ? await listPratiche(ctx.db, { ...filter, stati }, order) : [];
    return {
      ...{ conteggi: byStato, code: byQueue, da_leggere: unread },
      nuove: newest.filter(({ inviata_il }) => Number(inviata_il) > dopo).length,
      viste: await countViste(ctx, await ownViste(ctx)),
    };
  },
};
