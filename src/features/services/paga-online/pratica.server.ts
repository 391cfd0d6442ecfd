/** What is to be paid for a case, as its two sides see it. */
import type { Ctx } from '../../../context.ts';
import { oggi } from '../../../platform/atoms/date.ts';
import type { Pratica } from '../../../store/tables.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { statoIl } from '../../cases/posizione/documenti.ts';
import type { PagamentoPratica } from '../../cases/pratica/pratica.contract.ts';
import type { Parte } from '../../cases/pratica/stati.ts';
import { indirizzoPaga } from './fornitori.ts';
import { avvisiDellaPratica } from './miei.db.ts';
import { pagabile } from './miei.server.ts';
import { linkRicevuta } from './ricevuta.server.ts';

/**
 * The notices of a case. Only the citizen's side gets the way to pay, and the receipt: by a link of its own, because the pair
 * (e-mail, id) needs no login; it opens that one receipt and nothing else of the cart it was paid in.
 */
export async function pagamentiDellaPratica(ctx: Ctx, pratica: Pratica, parte: Parte): Promise<PagamentoPratica[]> {
  if (pratica.tipo !== 'richiesta') return [];
  const righe = await avvisiDellaPratica(ctx.db, { pratica: pratica.id });
  if (righe.length === 0) return [];
  const dominio = new Map((await enti(ctx.house)).map((e) => [e.id, e.codice_fiscale]));
  const today = oggi(ctx.now);
  return righe.map((a) => {
    const stato = a.stato === 'da_pagare' && Number(a.in_corso) > 0 ? 'in_pagamento' : statoIl(a, today);
    const dovuto = stato === 'da_pagare' || stato === 'scaduto';
    const { causale, numero_avviso, importo_cent, scadenza } = a;
    return {
      ...{ causale, numero_avviso, importo_cent, scadenza, stato },
      ...(parte === 'cittadino' &&
        dovuto &&
        pagabile(a, today) && { paga: indirizzoPaga(numero_avviso, dominio.get(a.ente) ?? '') }),
      ...(parte === 'cittadino' && a.ricevuta !== null && { ricevuta: linkRicevuta(ctx.house, a.ricevuta) }),
    };
  });
}
