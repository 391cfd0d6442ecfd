/** Keeps what an operator has begun to write on a case until it is sent, and for 30 days at most. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { bozzaOperatoreOperations } from './bozza-operatore.contract.ts';
import { findBozzaOperatore, removeBozzaOperatore, writeBozzaOperatore } from './bozza-operatore.db.ts';
import { requireOwn } from './incarico.server.ts';
import { isOperatorePanel } from './operatore-panels.ts';

/** How long it is kept since its last change (product rule). */
export const BOZZA_OPERATORE_MS = 30 * 24 * 3600_000;

const keptValues = z.record(z.string(), z.string());

export const bozzaOperatoreHandlers: OperationHandlers<typeof bozzaOperatoreOperations> = {
  leggiBozzaOperatore: async ({ id }, ctx) => {
    const own = await ownBozza(ctx, id);
    const row = await findBozzaOperatore(ctx.db, { ...own, dal: ctx.now - BOZZA_OPERATORE_MS });
    if (!row || !isOperatorePanel(row.azione)) return null;
    const values = keptValues.parse(JSON.parse(row.valori_json));
    return { azione: row.azione, valori: values, aggiornata: isoInstant(row.aggiornata) };
  },
  salvaBozzaOperatore: async ({ id, azione, ...typed }, ctx) => {
    const own = await ownBozza(ctx, id);
    const values = Object.fromEntries(Object.entries(typed).filter(([, value]) => value));
    if (Object.keys(values).length === 0) await removeBozzaOperatore(ctx.db, own);
    else
      await writeBozzaOperatore(ctx.db, {
        ...own,
        azione,
        valori_json: JSON.stringify(values),
        aggiornata: ctx.now,
      });
    return { aggiornata: isoInstant(ctx.now) };
  },
  eliminaBozzaOperatore: async ({ id }, ctx) => {
    await removeBozzaOperatore(ctx.db, await ownBozza(ctx, id));
  },
};

/** @throws PortalError `not_found` for a case of another ente */
const ownBozza = async (ctx: CallContext, id: string) => ({
  pratica: (await requireOwn(ctx, id)).id,
  utente: ctx.user?.id ?? '',
});

/** What the caller began to write on a case is sent, in the transaction that sends it. */
export async function closeBozzaOperatore({ db, user }: CallContext, pratica: Pick<Pratica, 'id'>): Promise<void> {
  if (user) await removeBozzaOperatore(db, { pratica: pratica.id, utente: user.id });
}
