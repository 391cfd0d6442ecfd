/** What the end of a request for parking does: accepted, the fee is to be paid; else its plates are free again. */
import type * as z from 'zod/mini';
import type { Ctx, Decision } from '../../../context.ts';
import { aggiungiGiorni, conArticolo, dataInParole, oggi } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import type { Pratica } from '../../../store/tables.ts';
import { scriviDecisi } from '../../cases/pratica/decisi.server.ts';
import { nuovoAvviso } from '../paga-online/avviso-pratica.server.ts';
import type { dati as schema } from './abbonamento.ts';
import { liberaTarghe } from './parcheggi.db.ts';

/** Days from the decision to the due date of the fee. */
const GIORNI_PER_PAGARE = 30;

async function accepted(ctx: Ctx, pratica: Pratica, { dati }: { dati: z.infer<typeof schema> }) {
  const { nome_zona, dal, al, importo_cent } = dati;
  await scriviDecisi(ctx, pratica, [
    ['Abbonamento', `${conArticolo('dal', dataInParole(dal))} ${conArticolo('al', dataInParole(al))}`],
  ]);
  if (importo_cent === 0) return 'L’abbonamento è gratuito: da questa pagina scarichi il permesso da esporre.';
  const scadenza = aggiungiGiorni(oggi(ctx.now), GIORNI_PER_PAGARE);
  const causale = `Abbonamento parcheggi, ${nome_zona}`.slice(0, 140);
  await nuovoAvviso(ctx, pratica, { causale, importo_cent, scadenza, pagabile_fino: null });
  return `Paga ${euro(importo_cent)} entro ${conArticolo('il', dataInParole(scadenza))}: dopo il pagamento scarichi da questa pagina il permesso da esporre.`;
}

export const abbonamento: Decision<z.infer<typeof schema>> = {
  accepted,
  dropped: (ctx, pratica) => liberaTarghe(ctx.db, pratica.id),
};
