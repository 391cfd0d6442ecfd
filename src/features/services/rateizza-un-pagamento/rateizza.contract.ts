/** Somebody who owes documents asks to pay them in instalments, and sees the plan before asking. */
import * as z from 'zod/mini';
import { operation } from '../../../platform/contract.ts';
import { documentoUsabile, invioRichiesta, privacy } from '../../cases/richiesta/richiesta.contract.ts';
import { numeriDocumenti, servizio, suDocumenti } from '../../cases/richiesta/richiesta.form.ts';
import { planFields, rateBody } from './rateizza.fields.ts';

const rata = z.object({
  n: z.number(),
  scadenza: z.string(),
  capitale_cent: z.number(),
  interessi_cent: z.number(),
  importo_cent: z.number(),
});

export const operations = {
  documentiRateizzazione: operation({
    summary: 'Who may see documents asks in how many instalments their total can be paid.',
    method: 'GET',
    path: '/api/v1/rateizzazione/documento',
    access: 'anyone',
    input: z.object({ documento: numeriDocumenti, servizio: servizio() }),
    output: z.object({
      documenti: z.array(documentoUsabile),
      totale_cent: z.number(),
      /** Both 0: the total is too small to be paid in instalments */
      rate_min: z.number(),
      rate_max: z.number(),
      /** First and last day on which the first instalment may be due */
      prima_scadenza_da: z.string(),
      prima_scadenza_a: z.string(),
      /** Yearly interest in hundredths of a per cent */
      tasso_centesimi: z.number(),
    }),
  }),
  simulaRate: operation({
    summary: 'Who may see documents sees the plan that a request for instalments would lead to.',
    method: 'GET',
    path: '/api/v1/portale/rateizzazione/piano',
    access: 'anyone',
    input: z.object({ ...suDocumenti, ...planFields.shape }),
    output: z.array(rata),
  }),
  chiediRate: invioRichiesta(
    '/api/v1/rateizzazione/new',
    'Who may see documents asks to pay them in instalments.',
    z.object({ ...rateBody.shape, privacy: privacy() }),
  ),
};
