/** Somebody who owes documents asks to pay them in instalments, and sees the plan before asking. */
import * as z from 'zod/mini';
import { data } from '../../platform/atoms/date.ts';
import { interoScritto } from '../../platform/atoms/intero.ts';
import { dichiarazione, testo, testoLungo } from '../../platform/atoms/testo.ts';
import { operation } from '../../platform/contract.ts';
import { documento } from '../posizione/posizione.contract.ts';
import { numeriDocumenti } from '../richiesta/numeri.ts';
import { datiRichiesta, invioRichiesta, privacy } from '../richiesta/richiesta.contract.ts';

export const MAX_MOTIVO = 2000;

const servizio = () => testo({ max: 60, required: 'Indica da quale servizio vengono i documenti.' });

/** What a plan depends on. */
const scelte = {
  servizio: servizio(),
  documenti: numeriDocumenti,
  rate: interoScritto({ min: 2, max: 72 }, 'Scegli in quante rate vuoi pagare.'),
  prima_scadenza: data({ missing: 'Scegli il giorno della prima rata.' }),
};

export const dati = datiRichiesta({
  ...scelte,
  motivo: testoLungo({ max: MAX_MOTIVO, required: 'Spiega perché chiedi di pagare a rate.' }),
  difficolta: dichiarazione(
    'Dichiara di essere in temporanea difficoltà economica: è la condizione per pagare a rate.',
  ),
});

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
      documenti: z.array(z.extend(documento, { usabile: z.boolean(), perche: z.nullable(z.string()) })),
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
    input: z.object(scelte),
    output: z.array(rata),
  }),
  chiediRate: invioRichiesta(
    '/api/v1/rateizzazione/new',
    'Who may see documents asks to pay them in instalments.',
    z.object({ ...dati.shape, privacy: privacy() }),
  ),
};
