/** What the acceptance of instalments does: the notices of the plan become payable instead of the documents (product rule). */
import type { CallContext, DecisioneRule } from '../../../context.ts';
import { dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import { writeDecisioneFacts } from '../../cases/pratica/decisione-facts.server.ts';
import { totalCents } from '../../cases/richiesta/documenti.ts';
import { lockDecidedDocumenti, writeDecidedDocumento } from '../../cases/richiesta/effects.server.ts';
import { createAvviso } from '../paga-online/avviso-pratica.server.ts';
import { rataCausale } from './causale.ts';
import { computePiano, type Rata, sumOf } from './piano.ts';
import { pianoTable } from './piano-table.ts';
import type { PraticaData } from './pratica-data.ts';

const TOTAL_CHANGED =
  'L’importo dei documenti è cambiato da quando è stato fatto il piano: rifiuta la richiesta e chiedi al cittadino di farne un’altra.';

const PAST_DAY = 'Scrivi un giorno da oggi in poi.';
const ASKED_DAY_PAST = 'La prima scadenza chiesta dal cittadino è già passata: scrivi quella nuova.';

async function onAccepted(
  ctx: CallContext,
  pratica: Pratica,
  { dal: decidedDay, data: asked }: Decisione & { data: PraticaData },
) {
  const documenti = await lockDecidedDocumenti(ctx, pratica, 'rateizza');
  // A review or an import may have corrected an amount since the plan was made.
  if (totalCents(documenti) !== sumOf(asked.piano, 'capitale_cent'))
    throw new PortalError('conflict', { message: TOTAL_CHANGED });
  if ((decidedDay ?? asked.piano[0]?.scadenza ?? '') < todayInRome(ctx.now))
    throw new PortalError('invalid', { fields: { decisione_dal: [decidedDay ? PAST_DAY : ASKED_DAY_PAST] } });
  const rate = decidedDay === undefined ? asked.piano : planFrom(decidedDay, asked);
  if (decidedDay !== undefined) await writeDecisioneFacts(ctx, pratica, [['Piano', pianoTable(rate)]]);
  for (const { id } of documenti) await writeDecidedDocumento(ctx, id, { stato: 'rateizzato' });
  const tipi = documenti.map(({ tipo }) => tipo);
  for (const { n, scadenza, importo_cent } of rate)
    await createAvviso(ctx, pratica, {
      causale: rataCausale({ n, rate: rate.length }, tipi),
      importo_cent,
      scadenza,
      pagabile_fino: null,
    });
  const firstDueText = decidedDay === undefined ? '' : `, la prima entro ${withArticle('il', dateInWords(decidedDay))}`;
  return `Il piano è attivo: trovi le ${rate.length} rate in questa pagina, ognuna con il suo avviso da pagare${firstDueText}.`;
}

/** The same instalments from another first due date. */
const planFrom = (prima_scadenza: string, asked: PraticaData): Rata[] =>
  computePiano({
    documenti: asked.documenti ?? [{ tipo: '', importo_cent: sumOf(asked.piano, 'capitale_cent'), scadenza: null }],
    rate: asked.piano.length,
    prima_scadenza,
    tasso_centesimi: asked.tasso_centesimi,
    decorrenza_interessi: asked.decorrenza_interessi,
    today: asked.interessi_dal,
  });

export const rateDecision: DecisioneRule<PraticaData> = {
  asks: [
    {
      name: 'decisione_dal',
      label: 'Prima scadenza',
      kind: 'date',
      hint: 'Vuota: quella chiesta dal cittadino. Le altre rate seguono, una al mese.',
    },
  ],
  accepted: onAccepted,
};
