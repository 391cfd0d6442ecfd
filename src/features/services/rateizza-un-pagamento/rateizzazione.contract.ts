/** A debtor asks to pay documents in instalments, and sees the plan before. */
import * as z from 'zod/mini';
import { addDays, todayInRome } from '../../../platform/atoms/date.ts';
import { type AnswerFacts, defineOperation } from '../../../platform/contract.ts';
import { termineOf } from '../../cases/ente/ente.ts';
import { answeredFor, invioRichiesta, usableDocumento } from '../../cases/richiesta/richiesta.contract.ts';
import { documentiFields, documentoNumeri, servizioField } from '../../cases/richiesta/richiesta.form.ts';
import { DEFAULT_OFFERTA } from './offerta.ts';
import { DECORRENZE } from './piano.ts';
import { planFields, rateBody } from './rateizzazione.fields.ts';

const rata = z.object({
  n: z.number(),
  scadenza: z.string(),
  capitale_cent: z.number(),
  interessi_cent: z.number(),
  importo_cent: z.number(),
});

const payableInRates = z.object({
  documenti: z.array(usableDocumento),
  totale_cent: z.number(),
  /** Both 0: the total is too small to be paid in instalments */
  rate_min: z.number(),
  rate_max: z.number(),
  /** First and last day on which the first instalment may be due */
  prima_scadenza_da: z.string(),
  prima_scadenza_a: z.string(),
  /** Yearly interest in hundredths of a per cent */
  tasso_centesimi: z.number(),
  /** From which day a document bears interest */
  decorrenza_interessi: z.enum(DECORRENZE),
});

/** As a back end answers: what it does not say is as the law and the portal have it for an ente without rules of its own. */
function answeredRates({ now }: AnswerFacts) {
  const answerBy = termineOf({ giorni: {} }, 'SF200', todayInRome(now));
  const { prima_scadenza: firstDays, tasso_centesimi, decorrenza_interessi } = DEFAULT_OFFERTA;
  return z.extend(payableInRates, {
    documenti: z.array(answeredFor('rateizza')),
    prima_scadenza_da: z._default(z.string(), addDays(answerBy, firstDays.min_giorni)),
    prima_scadenza_a: z._default(z.string(), addDays(answerBy, firstDays.max_giorni)),
    tasso_centesimi: z._default(z.number(), tasso_centesimi),
    decorrenza_interessi: z._default(z.enum(DECORRENZE), decorrenza_interessi),
  });
}

export const rateizzazioneOperations = {
  documentiRateizzazione: defineOperation({
    summary: 'Anyone who may see documents asks in how many instalments their total can be paid.',
    method: 'GET',
    path: '/api/v1/rateizzazione/documento',
    access: 'anyone',
    input: z.object({ documento: documentoNumeri, servizio: servizioField() }),
    output: payableInRates,
    answer: answeredRates,
    fails: ['forbidden'],
  }),
  simulaRate: defineOperation({
    summary: 'Anyone who may see documents simulates the plan of a request for instalments.',
    method: 'GET',
    path: '/api/v1/portale/rateizzazione/piano',
    access: 'anyone',
    kept: true,
    input: z.object({ ...documentiFields, ...planFields.shape }),
    output: z.array(rata),
    fails: ['forbidden'],
  }),
  chiediRate: invioRichiesta(
    '/api/v1/rateizzazione/new',
    'Anyone who may see documents asks to pay them in instalments.',
    rateBody,
  ),
};
