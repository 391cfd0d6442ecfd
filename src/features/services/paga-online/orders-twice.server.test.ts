/**
 * The table of orders in which one notice is paid twice: everybody who may have paid or owes it is told the same day, and the ente. The rest of the table
 * is in orders.server.test.ts.
 */
import { test } from 'vitest';
import { type EventOrder, expectOrder, type OrderStep } from '../../../../tests/orders.ts';
import { onBoth } from '../../../../tests/rig.ts';

const AREA_TWICE = 'area: pagato doppio, pagato doppio; PDF 2';
const TWICE = ['mooney 50', 'pagopa 50 doppia'];
const TWICE_PAGOPA_FIRST = ['pagopa 50', 'mooney 50 doppia'];

const ORDERS: Record<string, EventOrder> = {
  'the debtor pays at pagoPA, whose receipt is late, and at Mooney': {
    steps: [
      'D opens pagopa',
      'pagopa takes 50',
      'D comes back',
      'D opens mooney',
      'D told paid',
      'the list is read',
      'its receipt comes',
      'an hour passes',
    ],
    read: { D: `pagato per e-mail doppio + pagato per e-mail doppio; ${AREA_TWICE}`, E: AREA_TWICE, G: 'PDF 2' },
    mails: ['D: due volte', 'D: ricevuta', 'D: ricevuta', 'E: due volte', 'ente: due volte'],
    receipts: TWICE,
  },
  'the receipt of pagoPA comes in the last hours of the day, long after the end of the cart': {
    steps: [
      'D opens pagopa',
      'pagopa takes 50',
      'D opens mooney',
      'D told paid',
      ...Array<OrderStep>(20).fill('an hour passes'),
      'its receipt comes',
      ...Array<OrderStep>(3).fill('an hour passes'),
    ],
    read: { D: `pagato per e-mail doppio + pagato per e-mail doppio; ${AREA_TWICE}` },
    mails: ['D: due volte', 'D: ricevuta', 'D: ricevuta', 'E: due volte', 'ente: due volte'],
    receipts: TWICE,
  },
  'a stranger has paid at pagoPA before the debtor pays at Mooney': {
    steps: [
      'S opens pagopa',
      'pagopa takes 50',
      'D opens mooney',
      'D told paid',
      'an hour passes',
      'its receipt comes',
      'an hour passes',
    ],
    read: {
      D: `pagato per e-mail doppio; ${AREA_TWICE}`,
      S: 'pagato senza ricevuta doppio; PDF 0',
    },
    mails: ['D: due volte', 'D: ricevuta', 'E: due volte', 'S: due volte', 'ente: due volte'],
    receipts: TWICE,
  },
  'the order of the debtor is paid after a stranger has paid at pagoPA': {
    steps: [
      'D opens mooney',
      'S opens pagopa',
      'pagopa takes 50',
      'its receipt comes',
      'an hour passes',
      'D told paid',
      'an hour passes',
    ],
    read: {
      D: `pagato per e-mail doppio; ${AREA_TWICE}`,
      S: 'pagato senza ricevuta doppio; PDF 0',
    },
    mails: ['D: due volte', 'D: ricevuta', 'E: due volte', 'S: due volte', 'S: risulta pagato', 'ente: due volte'],
    receipts: TWICE_PAGOPA_FIRST,
  },
  'the debtor pays at Mooney what was paid at a bank': {
    steps: [
      'D opens mooney',
      'pagopa takes 50',
      'its receipt comes',
      'the list is read',
      'D pays mooney',
      'an hour passes',
    ],
    read: { D: `pagato per e-mail doppio; ${AREA_TWICE}`, G: 'PDF 2' },
    mails: ['D: due volte', 'D: ricevuta', 'E: due volte', 'ente: due volte'],
    receipts: TWICE_PAGOPA_FIRST,
  },
  'an order that ended is paid after a bank was, and nobody looks or tells': {
    steps: [
      'D opens mooney',
      'pagopa takes 50',
      'its receipt comes',
      'the list is read',
      'D order ends',
      'an hour passes',
      'D pays mooney',
      'a day passes',
    ],
    read: { D: `pagato per e-mail doppio; ${AREA_TWICE}` },
    mails: ['D: due volte', 'D: ricevuta', 'E: due volte', 'ente: due volte'],
    receipts: TWICE_PAGOPA_FIRST,
  },
  'an order that ended is told as paid after a bank was': {
    steps: [
      'D opens mooney',
      'pagopa takes 50',
      'its receipt comes',
      'the list is read',
      'D gives up',
      'D told paid',
      'an hour passes',
    ],
    read: { D: `pagato per e-mail doppio; ${AREA_TWICE}` },
    mails: ['D: due volte', 'D: ricevuta', 'E: due volte', 'ente: due volte'],
    receipts: TWICE_PAGOPA_FIRST,
  },
  'pagoPA has two receipts of one cart': {
    steps: ['D opens pagopa', 'pagopa takes 50 twice', 'its receipt comes', 'D looks', 'an hour passes'],
    read: { D: 'pagato per e-mail doppio; area: pagato doppio; PDF 2' },
    mails: ['D: due volte', 'D: ricevuta', 'E: due volte', 'ente: due volte'],
    receipts: ['pagopa 50', 'pagopa 50 doppia'],
  },
  'two debtors pay at pagoPA and at Mooney': {
    steps: [
      'D opens pagopa',
      'E opens mooney',
      'pagopa takes 50',
      'E pays mooney',
      'E looks',
      'its receipt comes',
      'D looks',
      'an hour passes',
    ],
    read: { D: `pagato per e-mail doppio; ${AREA_TWICE}`, E: `pagato per e-mail doppio; ${AREA_TWICE}` },
    mails: ['D: due volte', 'D: ricevuta', 'E: due volte', 'E: ricevuta', 'ente: due volte'],
    receipts: TWICE,
  },
  'a part is paid at a bank, and the whole at Mooney': {
    steps: [
      'D opens mooney',
      'pagopa takes 48',
      'its receipt comes',
      'the list is read',
      'D told paid',
      'an hour passes',
    ],
    read: { D: `pagato per e-mail doppio; ${AREA_TWICE}` },
    mails: ['D: due volte', 'D: ricevuta', 'E: due volte', 'ente: due volte'],
    receipts: ['pagopa 48', 'mooney 50 doppia'],
    alarms: 2,
  },
};

onBoth('orders in which a notice is paid twice', (rig) => {
  test.each(Object.entries(ORDERS))('%s', (_name, order) => expectOrder(rig, { alarms: 1, ...order }));
});
