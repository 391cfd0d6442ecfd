/** What effects of decisions have in common: the documents of the request, held while they change. */
import type { Ctx } from '../../../context.ts';
import { conArticolo, istanteInParole, oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Documento, Pratica } from '../../../store/tables.ts';
import { moneyOf } from '../ente/servizi.ts';
import { allows } from '../posizione/azioni.ts';
import { STATI, statoIl } from '../posizione/documenti.ts';
import { cambiaDocumento, documentiTenuti } from './documenti.db.ts';

/**
 * The documents of a request that is being accepted, locked until the decision is written.
 * @param azione what was asked for: since then a document may have come into a state that no longer allows it
 * @throws PortalError `conflict` then, and while one of them is being paid (product rule)
 */
export async function documentiDecisi(ctx: Ctx, pratica: Pratica, azione: string): Promise<Documento[]> {
  const documenti = await documentiTenuti(ctx.db, ctx.house.dialect, pratica.id);
  const oggiQui = oggi(ctx.now);
  for (const d of documenti) {
    const stato = statoIl(d, oggiQui);
    const paga = await moneyOf(ctx.house.services).beingPaid(ctx, d);
    if (paga || stato === 'in_pagamento') {
      const quando = paga
        ? ` ${conArticolo('dal', istanteInParole(paga.dal))}: l’esito si saprà al più tardi ${conArticolo('il', istanteInParole(paga.fino_a))}. Attendilo`
        : ': attendi l’esito';
      throw new PortalError('conflict', {
        message: `Il documento ${d.numero} è in pagamento${quando} prima di accettare.`,
      });
    }
    if (!allows(ctx.house.services, stato, azione))
      throw new PortalError('conflict', {
        message: `Il documento ${d.numero} intanto è diventato «${STATI[stato].toLowerCase()}»: la richiesta non si può più accettare. Puoi rifiutarla, spiegando il perché.`,
      });
  }
  return documenti;
}

/** From now on an import does not undo what was decided. */
export async function scriviDocumento(ctx: Ctx, id: string, cambi: Partial<Documento>): Promise<void> {
  await cambiaDocumento(ctx.db, id, { ...cambi, stato_da: 'decisione' });
}
