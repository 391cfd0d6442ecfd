/** What the acceptance of more time does: the documents become due on the day asked for, or on the one the operator gave. */
import type { CallContext, DecisioneRule } from '../../../context.ts';
import { dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import { lockDecidedDocumenti, writeDecidedDocumento } from '../../cases/richiesta/effects.server.ts';
import type { PraticaData } from './pratica-data.ts';

const PAST_DAY = 'Scrivi un giorno che deve ancora venire.';
const ASKED_DAY_PAST = 'La scadenza chiesta dal cittadino è già passata: scrivi quella nuova.';

async function onAccepted(
  ctx: CallContext,
  pratica: Pratica,
  { dal: decidedDay, data }: Decisione & { data: PraticaData },
) {
  const scadenza = decidedDay ?? data.nuova_scadenza;
  const documenti = await lockDecidedDocumenti(ctx, pratica, 'rinegozia');
  if (scadenza <= todayInRome(ctx.now))
    throw new PortalError('invalid', { fields: { decisione_dal: [decidedDay ? PAST_DAY : ASKED_DAY_PAST] } });
  // This also resets a document that an import marked as overdue.
  for (const { id } of documenti) await writeDecidedDocumento(ctx, id, { scadenza, stato: 'da_pagare' });
  return `La nuova scadenza è ${withArticle('il', dateInWords(scadenza))}.`;
}

export const prorogaDecision: DecisioneRule<PraticaData> = {
  asks: [
    { name: 'decisione_dal', label: 'Nuova scadenza', kind: 'date', hint: 'Vuota: quella chiesta dal cittadino.' },
  ],
  accepted: onAccepted,
};
