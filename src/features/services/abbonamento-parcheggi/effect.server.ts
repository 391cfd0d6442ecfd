/** What a decision on a parking subscription does: acceptance asks for the fee, refusal or withdrawal frees its plates. */
import type { CallContext, DecisioneRule } from '../../../context.ts';
import { addDays, dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import type { Pratica } from '../../../store/tables.ts';
import { BOLLO_CENT } from '../../cases/bollo/bollo.ts';
import { writeDecisioneFacts } from '../../cases/pratica/decisione-facts.server.ts';
import { createAvviso } from '../paga-online/avviso-pratica.server.ts';
import { freeTarghe } from './parcheggi.db.ts';
import { remindOfEnd } from './permesso-outbox.server.ts';
import type { PraticaData } from './pratica-data.ts';

/** Days from the decision to the due date of the fee. */
const DAYS_TO_PAY = 30;

async function onAccepted(ctx: CallContext, pratica: Pratica, { data }: { data: PraticaData }) {
  const { nome_zona, dal, al, importo_cent, bollo } = data;
  await writeDecisioneFacts(ctx, pratica, [
    ['Abbonamento', `${withArticle('dal', dateInWords(dal))} ${withArticle('al', dateInWords(al))}`],
  ]);
  await remindOfEnd(ctx, pratica.id, al);
  if (importo_cent === 0) return 'L’abbonamento è gratuito: da questa pagina scarichi il permesso da esporre.';
  const scadenza = addDays(todayInRome(ctx.now), DAYS_TO_PAY);
  const stamp = bollo?.modo === 'online' ? bollo : undefined;
  await createAvviso(ctx, pratica, {
    causale: `Abbonamento parcheggi${stamp ? ' e imposta di bollo' : ''}, ${nome_zona}`,
    importo_cent,
    scadenza,
    pagabile_fino: null,
    bollo: stamp,
  });
  const cost = stamp
    ? `${formatEuro(importo_cent + BOLLO_CENT)}, con i ${formatEuro(BOLLO_CENT)} dell’imposta di bollo,`
    : formatEuro(importo_cent);
  return `Paga ${cost} entro ${withArticle('il', dateInWords(scadenza))}: dopo il pagamento scarichi da questa pagina il permesso da esporre.`;
}

export const abbonamentoDecision: DecisioneRule<PraticaData> = {
  accepted: onAccepted,
  dropped: (ctx, pratica) => freeTarghe(ctx.db, pratica.id),
};
