/** Counts the cases of an open list again, and those that arrived since it was made. */
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { type countsOperations, MAX_NEW } from './counts.contract.ts';
import { countAll, readRows } from './operatore.server.ts';
import { countViste, ownViste } from './viste.server.ts';

export const countsHandlers: OperationHandlers<typeof countsOperations> = {
  conteggiOperatore: async ({ dopo, ...asked }, ctx) => {
    const { filter, byStato, byQueue, unread } = await countAll(ctx, asked);
    const newest = await readRows(ctx, filter, byStato, { order: 'arrivo', offset: 0, limit: MAX_NEW + 1 });
    return {
      conteggi: byStato,
      code: byQueue,
      da_leggere: unread,
      nuove: newest.filter(({ inviata_il }) => Number(inviata_il) > dopo).length,
      viste: await countViste(ctx, await ownViste(ctx)),
    };
  },
};
