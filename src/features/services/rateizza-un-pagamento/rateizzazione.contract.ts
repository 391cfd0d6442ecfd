/** A debtor asks to pay documents in instalments, and sees the plan before. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';
import { invioRichiesta, usableDocumento } from '../../cases/richiesta/richiesta.contract.ts';
import { documentiFields, documentoNumeri, servizioField } from '../../cases/richiesta/richiesta.form.ts';
import { DECORRENZE } from './piano.ts';
import { planFields, rateBody } from './rateizzazione.fields.ts';

const rata = z.object({
  n: z.number(),
  scadenza: z.string(),
  capitale_cent: z.number(),
  interessi_cent: z.number(),
  importo_cent: z.number(),
});

export const rateizzazioneOperations = {
  documentiRateizzazione: defineOperation({
    summary: 'Anyone who may see documents asks in how many instalments their total can be paid.',
    method: 'GET',
    path: '/api/v1/rateizzazione/documento',
    access: 'anyone',
    input: z.object({ documento: documentoNumeri, servizio: servizioField() }),
    output: z.object({
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
    }),
  }),
  simulaRate: defineOperation({
    summary: 'Anyone who may see documents simulates the plan of a request for instalments.',
    method: 'GET',
    path: '/api/v1/portale/rateizzazione/piano',
    access: 'anyone',
    kept: true,
    input: z.object({ ...documentiFields, ...planFields.shape }),
    output: z.array(rata),
  }),
  chiediRate: invioRichiesta(
    '/api/v1/rateizzazione/new',
    'Anyone who may see documents asks to pay them in instalments.',
    rateBody,
  ),
};
