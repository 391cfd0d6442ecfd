/** More time to pay: the service as one row. */
import { formOn, screensOnDocuments, service } from '../../../service.ts';
import { dati } from './dati.ts';
import { proroga } from './effetto.server.ts';
import { schemaOffertaProroga } from './offerta.ts';
import { operations } from './rinegozia.contract.ts';
import { handlers, percheNonProroga } from './rinegozia.server.ts';

const path = '/servizio/rinegozia-un-pagamento';
const name = 'Nuova scadenza per un pagamento';

export const rinegozia = service({
  codes: { SF210: 'Rinegoziazione di un pagamento' },
  path,
  card: {
    group: 'Pagamenti',
    name,
    text: 'Ti serve più tempo per pagare: scegli una nuova scadenza e spiega all’ente perché.',
  },
  screens: screensOnDocuments(path, name, { login: 'no', botCheck: true }),
  documents: {
    action: 'rinegozia',
    label: 'Chiedi una nuova scadenza',
    states: ['da_pagare', 'scaduto'],
    link: formOn(path),
    request: { purpose: 'chiedere più tempo per pagare', asked: 'Nuova scadenza chiesta', against: percheNonProroga },
  },
  offers: { SF210: { schema: schemaOffertaProroga } },
  data: dati,
  decision: proroga,
  operations,
  handlers,
});
