/** What the acceptance of votive lamps does: it sets the day from which they are connected. */
import type { CallContext, DecisioneRule } from '../../../context.ts';
import { dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import { writeDecisioneFacts } from '../../cases/pratica/decisione-facts.server.ts';
import type { PraticaData } from './pratica-data.ts';

async function onAccepted(ctx: CallContext, pratica: Pratica, { dal, data }: Decisione & { data: PraticaData }) {
  const startDay = dal ?? data.decorrenza;
  if (startDay < todayInRome(ctx.now))
    throw new PortalError('invalid', {
      fields: { decisione_dal: ['Il giorno è passato: scrivi da quando decorre l’allacciamento.'] },
    });
  const giorno = dateInWords(startDay);
  await writeDecisioneFacts(ctx, pratica, [['Decorrenza', giorno]]);
  return `L’allacciamento decorre ${withArticle('dal', giorno)}.`;
}

export const lampadeDecision: DecisioneRule<PraticaData> = {
  asks: [{ name: 'decisione_dal', label: 'Decorrenza', kind: 'date', hint: 'Vuota: quella chiesta dal cittadino.' }],
  accepted: onAccepted,
};
