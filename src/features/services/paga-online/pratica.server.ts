/** What is to be paid for a case, as each of its two sides sees it. */
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { Pratica } from '../../../store/tables.ts';
import { enti, siteOf } from '../../cases/ente/ente.server.ts';
import { statoOn } from '../../cases/posizione/documenti.ts';
import type { PagamentoPratica } from '../../cases/pratica/pratica.contract.ts';
import type { PraticaSide } from '../../cases/pratica/stati.ts';
import { payAddress } from './fornitori.ts';
import { listPraticaAvvisi } from './own-pagamenti.db.ts';
import { isStillPayable } from './own-pagamenti.server.ts';
import { ricevutaLink } from './ricevuta.server.ts';

/**
 * The notices of a case. Only the citizen's side gets the way to pay and the receipt. The receipt has a link of its own, because the pair
 * (e-mail, id) works without a login; it opens that receipt and nothing else of its cart.
 */
export async function listPraticaPagamenti(
  ctx: CallContext,
  pratica: Pratica,
  side: PraticaSide,
): Promise<PagamentoPratica[]> {
  if (pratica.tipo !== 'richiesta') return [];
  const rows = await listPraticaAvvisi(ctx.db, { pratica: pratica.id });
  if (rows.length === 0) return [];
  const dominio = new Map((await enti(ctx.house)).map((e) => [e.id, e.codice_fiscale]));
  const site = await siteOf(ctx.house, ctx.host);
  const today = todayInRome(ctx.now);
  return rows.map((a) => {
    const stato = a.stato === 'da_pagare' && Number(a.in_corso) > 0 ? 'in_pagamento' : statoOn(a, today);
    const isDue = stato === 'da_pagare' || stato === 'scaduto';
    const { causale, numero_avviso, importo_cent, scadenza } = a;
    return {
      causale,
      numero_avviso,
      importo_cent,
      scadenza,
      stato,
      ...(side === 'cittadino' &&
        isDue &&
        isStillPayable(a, today) && { paga: payAddress(numero_avviso, dominio.get(a.ente) ?? '') }),
      ...(side === 'cittadino' && a.ricevuta !== null && { ricevuta: ricevutaLink(ctx.house, a.ricevuta, site) }),
    };
  });
}
