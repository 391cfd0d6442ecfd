/** Payment in instalments: the service as one row. */
import { defineService, formOn, screensOnDocuments } from '../../../service.ts';
import { rateDecision } from './effect.server.ts';
import { rateOffertaSchema } from './offerta.ts';
import { praticaData } from './pratica-data.ts';
import { rateizzazioneOperations } from './rateizzazione.contract.ts';
import { rateizzazioneHandlers, reasonAgainstRate } from './rateizzazione.server.ts';

const servicePath = '/servizio/rateizza-un-pagamento';
const serviceName = 'Pagamento a rate';

export const rateizzazione = defineService({
  codes: { SF200: 'Rateizzazione' },
  path: servicePath,
  card: {
    group: 'Pagamenti',
    name: serviceName,
    text: 'Non riesci a pagare tutto insieme? Scegli quante rate, vedi subito il piano e chiedilo all’ente.',
  },
  screens: screensOnDocuments(servicePath, serviceName, { login: 'no', botCheck: true }),
  documents: {
    action: 'rateizza',
    label: 'Chiedi la rateizzazione',
    states: ['da_pagare', 'scaduto'],
    link: formOn(servicePath),
    request: { purpose: 'chiedere di pagare a rate', asked: 'Rateizzazione chiesta', against: reasonAgainstRate },
  },
  offers: { SF200: { schema: rateOffertaSchema } },
  data: praticaData,
  decision: rateDecision,
  operations: rateizzazioneOperations,
  handlers: rateizzazioneHandlers,
});
