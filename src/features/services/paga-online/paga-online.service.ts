/** Payments of notices and services: the service as one row. */
import { defineService } from '../../../service.ts';
import { findMoneyOnItsWay, findOngoingPagamento } from './avvisi.server.ts';
import { payAddress } from './fornitori.ts';
import { ownAvvisiOperations } from './own-avvisi.contract.ts';
import { ownAvvisiHandlers } from './own-pagamenti.server.ts';
import { pagaOnlineOperations } from './paga-online.contract.ts';
import { pagaOnlineHandlers } from './paga-online.server.ts';
import { PAGAMENTO_ALERTS } from './pagamento-io.server.ts';
import { PAGAMENTO_OUTBOX } from './pagamento-outbox.server.ts';
import { listPraticaPagamenti } from './pratica.server.ts';
import { pagaOnlineSheet } from './sheet.ts';

const servicePath = '/servizio/paga-online';
const serviceName = 'Paga online';

export const pagaOnline = defineService({
  codes: {},
  path: servicePath,
  card: {
    group: 'Pagamenti',
    name: serviceName,
    text: 'Paga un avviso con il suo codice, anche più di uno insieme, oppure un servizio senza avviso. Senza registrarti.',
    icon: 'card',
    words:
      'bolletta pagare pagamento avviso bollettino multa verbale sanzione tassa tributo tari rifiuti imu canone ' +
      'mensa scuola retta codice qr iuv pagopa mooney tabaccheria soldi debito importo ricevuta quietanza',
    tile: { name: 'Paga un avviso', at: 1 },
  },
  sheet: pagaOnlineSheet,
  screens: [
    { path: servicePath, title: serviceName, login: 'no', botCheck: true, form: 'text' },
    {
      path: '/pagopa-online-precompilato/{codiceEnte}/{codiceServizio}',
      title: serviceName,
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
      // Only the payer has its reference.
      personal: true,
    },
  ],
  documents: {
    action: 'paga',
    label: 'Paga',
    states: ['da_pagare', 'scaduto'],
    link: ({ numero_avviso }, payee) => (numero_avviso && payee ? payAddress(numero_avviso, payee) : servicePath),
  },
  money: { onItsWay: findMoneyOnItsWay, beingPaid: findOngoingPagamento, ofCase: listPraticaPagamenti },
  deliveries: PAGAMENTO_OUTBOX,
  alerts: PAGAMENTO_ALERTS,
  tag: { name: 'pagamenti', description: 'Payments of notices and services, and their outcomes and receipts.' },
  operations: { ...pagaOnlineOperations, ...ownAvvisiOperations },
  handlers: { ...pagaOnlineHandlers, ...ownAvvisiHandlers },
});
