/** Payment in instalments: the service as one row. */
import { formOn, screensOnDocuments, service } from '../../../service.ts';
import { dati } from './dati.ts';
import { rate } from './effetto.server.ts';
import { schemaOffertaRate } from './offerta.ts';
import { operations } from './rateizza.contract.ts';
import { handlers, percheNonRate } from './rateizza.server.ts';

const path = '/servizio/rateizza-un-pagamento';
const name = 'Pagamento a rate';

export const rateizza = service({
  codes: { SF200: 'Rateizzazione' },
  path,
  card: {
    group: 'Pagamenti',
    name,
    text: 'Non riesci a pagare tutto insieme? Scegli quante rate, vedi subito il piano e chiedilo all’ente.',
  },
  screens: screensOnDocuments(path, name, { login: 'no', botCheck: true }),
  documents: {
    action: 'rateizza',
    label: 'Chiedi la rateizzazione',
    states: ['da_pagare', 'scaduto'],
    link: formOn(path),
    request: { purpose: 'chiedere di pagare a rate', asked: 'Rateizzazione chiesta', against: percheNonRate },
  },
  offers: { SF200: { schema: schemaOffertaRate } },
  data: dati,
  decision: rate,
  operations,
  handlers,
});
