/** Tells operators which colleagues have the same case open. A citizen never reads it. */
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { callerName, requireOwn } from './incarico.server.ts';
import type { presenzaOperations } from './presenza.contract.ts';
import { selectOthers, writePresenza } from './presenza.db.ts';

const MINUTE_MS = 60_000;
/** An operator who has not been heard of for so long has left; an open page asks more often. */
export const PRESENZA_MS = 2 * MINUTE_MS;
/** An operator who was heard of less than this ago is not written again: a page that is opened again and again costs no disk. */
const FRESH_MS = 10_000;

export const presenzaHandlers: OperationHandlers<typeof presenzaOperations> = {
  presenzaPratica: async ({ id }, ctx) => {
    const { db, now, user } = ctx;
    const pratica = await requireOwn(ctx, id);
    const own = { pratica: pratica.id, utente: user?.id ?? '' };
    const since = now - PRESENZA_MS;
    await writePresenza(db, { ...own, nome: callerName(ctx), dal: now, visto: now }, { since, fresh: now - FRESH_MS });
    const others = await selectOthers(db, own, since);
    return {
      altri: others.map(({ nome, dal, kept }) => ({
        nome,
        minuti: Math.floor((now - Number(dal)) / MINUTE_MS),
        scrive: kept !== null && Number(kept) >= since,
      })),
    };
  },
};
