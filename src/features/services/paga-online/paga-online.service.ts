/** Payments of notices and services: the service as one row. */
import { service } from '../../../service.ts';
import { conDenaroInViaggio, staPagando } from './avvisi.server.ts';
import { operations as miei } from './miei.contract.ts';
import { handlers as mieiHandlers } from './miei.server.ts';
import { operations } from './paga-online.contract.ts';
import { handlers } from './paga-online.server.ts';
import { POSTA_PAGAMENTI } from './posta.server.ts';
import { pagamentiDellaPratica } from './pratica.server.ts';

const path = '/servizio/paga-online';
const name = 'Paga online';

export const pagaOnline = service({
  codes: {},
  path,
  card: {
    group: 'Pagamenti',
    name,
    text: 'Paga un avviso con il suo codice, anche più di uno insieme, oppure un servizio senza avviso. Senza registrarti.',
  },
  screens: [
    { path, title: name, login: 'no', botCheck: true, form: 'text' },
    {
      path: '/pagopa-online-precompilato/{codiceEnte}/{codiceServizio}',
      title: name,
      login: 'no',
      botCheck: true,
      form: 'text',
    },
    {
      path: '/servizio/paga-online/pago-pa/esito',
      title: 'Esito del pagamento',
      login: 'no',
      botCheck: false,
      form: 'text',
      // Its reference is known to the payer only.
      personal: true,
    },
  ],
  documents: {
    action: 'paga',
    label: 'Paga',
    states: ['da_pagare', 'scaduto'],
    link: ({ numero_avviso }, payee) => {
      const query = new URLSearchParams({
        ...(numero_avviso && { numero_avviso }),
        ...(payee && { dominioEC: payee }),
      });
      return `${path}?${query}`;
    },
  },
  money: { onItsWay: conDenaroInViaggio, beingPaid: staPagando, ofCase: pagamentiDellaPratica },
  mails: POSTA_PAGAMENTI,
  operations: { ...operations, ...miei },
  handlers: { ...handlers, ...mieiHandlers },
});
