/** Locks and changes the documents of a request, for the effects of decisions. */
import type { CallContext } from '../../../context.ts';
import { instantInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Documento, Pratica } from '../../../store/tables.ts';
import { moneyOf } from '../ente/servizi.ts';
import { allowsAction } from '../posizione/azioni.ts';
import { DOCUMENTO_STATI, statoOn } from '../posizione/documenti.ts';
import { changeDocumento, listHeldDocumenti } from './documenti.db.ts';

/**
 * Locks the documents of a request that is being accepted until the decision is written.
 * @param azione what the citizen asked for; the state of a document may have stopped allowing it
 * @throws PortalError `conflict` then, and while one of them is being paid (product rule)
 */
export async function lockDecidedDocumenti(ctx: CallContext, pratica: Pratica, azione: string): Promise<Documento[]> {
  const documenti = await listHeldDocumenti(ctx.db, ctx.house.dialect, pratica.id);
  const today = todayInRome(ctx.now);
  for (const d of documenti) {
    const stato = statoOn(d, today);
    const beingPaid = await moneyOf(ctx.house.services).beingPaid(ctx, d);
    if (beingPaid || stato === 'in_pagamento') {
      const since = beingPaid
        ? ` ${withArticle('dal', instantInWords(beingPaid.dal))}: l’esito si saprà al più tardi ${withArticle('il', instantInWords(beingPaid.fino_a))}. Attendilo`
        : ': attendi l’esito';
      throw new PortalError('conflict', {
        message: `Il documento ${d.numero} è in pagamento${since} prima di accettare.`,
      });
    }
    if (!allowsAction(ctx.house.services, stato, azione))
      throw new PortalError('conflict', {
        message: `Il documento ${d.numero} intanto è diventato «${DOCUMENTO_STATI[stato].toLowerCase()}»: la richiesta non si può più accettare. Puoi rifiutarla, spiegando il perché.`,
      });
  }
  return documenti;
}

/** Marks the change as decided, so that later imports do not undo it. */
export async function writeDecidedDocumento(ctx: CallContext, id: string, changes: Partial<Documento>): Promise<void> {
  await changeDocumento(ctx.db, id, { ...changes, stato_da: 'decisione' });
}
