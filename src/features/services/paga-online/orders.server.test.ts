/**
 * The table of orders: who opens a payment of one notice where, comes back, asks and pays, and when its receipt comes; and what each of them
 * then reads, opens and is mailed. The answers are those of the product's rules: paid is what a receipt says, a receipt opens for those who
 * prove the debt, and what was paid twice is told the same day to all whom it may concern.
 */
import { test } from 'vitest';
import { type EventOrder, expectOrder } from '../../../../tests/orders.ts';
import { onOneInTurn } from '../../../../tests/rig.ts';

const ONE = ['pagopa 50'];
const AT_MOONEY = ['mooney 50'];
const AREA_PAID = 'area: pagato; PDF 1';

const ORDERS: Record<string, EventOrder> = {
  'nobody opens anything, and it is paid at a bank': {
    steps: ['pagopa takes 50', 'its receipt comes', 'the list is read'],
    read: { D: AREA_PAID, E: AREA_PAID, G: 'PDF 1', S: 'PDF 0' },
    mails: [],
    receipts: ONE,
  },
  'a stranger opens a cart, and it is paid at a bank': {
    steps: ['S opens pagopa', 'pagopa takes 50', 'its receipt comes', 'an hour passes'],
    read: { S: 'pagato senza ricevuta; PDF 0', D: AREA_PAID, G: 'PDF 1' },
    mails: ['S: risulta pagato'],
    receipts: ONE,
  },
  'a stranger opens a cart, comes back as if they had paid, and it is paid at a bank': {
    steps: ['S opens pagopa', 'S comes back', 'pagopa takes 50', 'its receipt comes', 'S looks', 'an hour passes'],
    read: { S: 'pagato senza ricevuta; PDF 0', D: AREA_PAID },
    mails: ['S: risulta pagato'],
    receipts: ONE,
  },
  'a stranger opens a cart when it is paid': {
    steps: ['pagopa takes 50', 'its receipt comes', 'the list is read', 'S opens pagopa', 'an hour passes'],
    read: { S: 'PDF 0', D: AREA_PAID },
    mails: [],
    receipts: ONE,
  },
  'the debtor pays at pagoPA and asks': {
    steps: ['D opens pagopa', 'pagopa takes 50', 'D comes back', 'its receipt comes', 'D looks', 'an hour passes'],
    read: { D: `pagato per e-mail; ${AREA_PAID}`, E: AREA_PAID, G: 'PDF 1', S: 'PDF 0' },
    mails: ['D: ricevuta'],
    receipts: ONE,
  },
  'the debtor pays at pagoPA, closes the browser, and the receipt is late': {
    steps: ['D opens pagopa', 'pagopa takes 50', 'an hour passes', 'its receipt comes', 'an hour passes'],
    read: { D: `pagato per e-mail; ${AREA_PAID}` },
    mails: ['D: ricevuta'],
    receipts: ONE,
  },
  'the debtor pays at pagoPA after a stranger opened a cart and came back': {
    steps: [
      'S opens pagopa',
      'D opens pagopa',
      'S comes back',
      'pagopa takes 50',
      'its receipt comes',
      'S looks',
      'D comes back',
      'an hour passes',
    ],
    read: { D: `pagato per e-mail; ${AREA_PAID}`, S: 'pagato senza ricevuta; PDF 0' },
    mails: ['D: ricevuta', 'S: risulta pagato'],
    receipts: ONE,
  },
  'two debtors open carts, and one of them pays': {
    steps: ['D opens pagopa', 'E opens pagopa', 'pagopa takes 50', 'its receipt comes', 'E looks', 'an hour passes'],
    read: { D: `pagato; ${AREA_PAID}`, E: `pagato; ${AREA_PAID}` },
    mails: ['D: risulta pagato', 'E: risulta pagato'],
    receipts: ONE,
  },
  'two debtors open carts, and the receipt names the one who paid': {
    steps: [
      'D opens pagopa',
      'E opens pagopa',
      'E is the payer',
      'pagopa takes 50',
      'its receipt comes',
      'an hour passes',
    ],
    read: { D: `pagato; ${AREA_PAID}`, E: `pagato per e-mail; ${AREA_PAID}` },
    mails: ['D: risulta pagato', 'E: ricevuta'],
    receipts: ONE,
  },
  'the debtor opens carts in two tabs, and pays in the one that came back': {
    steps: [
      'D opens pagopa',
      'D2 opens pagopa',
      'pagopa takes 50',
      'D comes back',
      'its receipt comes',
      'an hour passes',
    ],
    read: { D: `pagato per e-mail; ${AREA_PAID}`, D2: `pagato; ${AREA_PAID}` },
    mails: ['D: ricevuta'],
    receipts: ONE,
  },
  'a guest with the two codes pays at pagoPA': {
    steps: ['S opens pagopa', 'G opens pagopa', 'pagopa takes 50', 'its receipt comes', 'an hour passes'],
    read: { G: 'pagato per e-mail; PDF 1', D: AREA_PAID, S: 'pagato senza ricevuta; PDF 0' },
    mails: ['G: ricevuta', 'S: risulta pagato'],
    receipts: ONE,
  },
  'a stranger pays for the debtor, and the receipt names them': {
    steps: ['S opens pagopa', 'S is the payer', 'pagopa takes 50', 'its receipt comes', 'an hour passes'],
    read: { S: 'pagato per e-mail; PDF 0', D: AREA_PAID },
    mails: ['S: ricevuta'],
    receipts: ONE,
  },
  'a stranger pays for the debtor at Mooney, which names the order': {
    steps: ['S opens mooney', 'S pays mooney', 'an hour passes'],
    read: { S: 'pagato per e-mail; PDF 1', D: AREA_PAID, G: 'PDF 1' },
    mails: ['S: ricevuta'],
    receipts: AT_MOONEY,
  },
  'Mooney tells of one payment twice, and then that it was cancelled': {
    steps: ['D opens mooney', 'D told paid', 'D told paid again', 'D told cancelled', 'an hour passes'],
    read: { D: `pagato per e-mail; ${AREA_PAID}` },
    mails: ['D: ricevuta'],
    receipts: AT_MOONEY,
  },
  'Mooney tells that an order was cancelled, and then that it was paid': {
    steps: ['D opens mooney', 'D told cancelled', 'D told paid', 'an hour passes'],
    read: { D: `pagato per e-mail; ${AREA_PAID}` },
    mails: ['D: ricevuta'],
    receipts: AT_MOONEY,
  },
  'the debtor gives an order up that is paid all the same': {
    steps: ['D opens mooney', 'D gives up', 'D told paid', 'an hour passes'],
    read: { D: `pagato per e-mail; ${AREA_PAID}` },
    mails: ['D: ricevuta'],
    receipts: AT_MOONEY,
  },
  'an order that ended is paid, and nobody looks or tells': {
    steps: ['D opens mooney', 'D order ends', 'an hour passes', 'D pays mooney', 'a day passes'],
    read: { D: `pagato per e-mail; ${AREA_PAID}` },
    mails: ['D: ricevuta'],
    receipts: AT_MOONEY,
  },
  'an order that ended after two days is paid in its last hour, and nobody tells': {
    steps: [
      'D opens mooney',
      'a day passes',
      'a day passes',
      'D order ends',
      'an hour passes',
      'an hour passes',
      'D pays mooney',
      'a day passes',
    ],
    read: { D: `pagato per e-mail; ${AREA_PAID}` },
    mails: ['D: ricevuta'],
    receipts: AT_MOONEY,
  },
  'a receipt comes before its cart is opened': {
    steps: [
      'pagopa takes 50',
      'an hour passes',
      'D opens pagopa',
      'D comes back',
      'its receipt comes',
      'an hour passes',
    ],
    read: { D: `non_completato; ${AREA_PAID}` },
    mails: ['D: non completato'],
    receipts: ONE,
  },
  'a notice that the office annulled is paid': {
    steps: ['D opens pagopa', 'the office annuls it', 'pagopa takes 50', 'its receipt comes', 'an hour passes'],
    read: { D: `pagato per e-mail; ${AREA_PAID}` },
    mails: ['D: ricevuta'],
    receipts: ONE,
    alarms: 1,
  },
  'a bank takes more, as for a late notice': {
    steps: ['D opens pagopa', 'pagopa takes 52', 'its receipt comes', 'an hour passes'],
    read: { D: `pagato per e-mail; ${AREA_PAID}` },
    mails: ['D: ricevuta'],
    receipts: ['pagopa 52'],
    alarms: 1,
  },
  'a bank takes less': {
    steps: ['D opens pagopa', 'pagopa takes 48', 'its receipt comes', 'an hour passes'],
    read: { D: 'in_verifica; area: in_verifica, pagato; PDF 1' },
    mails: [],
    notice: 'da_pagare',
    receipts: ['pagopa 48'],
    alarms: 1,
  },
  'Mooney takes another amount than its order has': {
    steps: ['D opens mooney', 'D pays mooney 49.99', 'an hour passes'],
    read: { D: 'in_verifica; area: in_verifica; PDF 1' },
    mails: [],
    notice: 'da_pagare',
    receipts: ['mooney 49.99'],
    alarms: 1,
  },
  'the notice with the same number of another ente is paid': {
    steps: ['pagopa takes 50 of valle', 'its receipt comes', 'an hour passes'],
    read: { D: 'area: ; PDF 0' },
    mails: [],
    notice: 'da_pagare',
    receipts: ONE,
  },
  'pagoPA answers with a receipt of another ente': {
    steps: ['D opens pagopa', 'pagopa takes 50 of valle', 'its receipt comes', 'D looks', 'an hour passes'],
    read: { D: 'in_verifica; area: in_verifica; PDF 0' },
    mails: [],
    notice: 'da_pagare',
    receipts: ONE,
    alarms: 1,
  },
};

onOneInTurn('orders of opening, coming back, asking and paying', (rig) => {
  test.each(Object.entries(ORDERS))('%s', (_name, order) => expectOrder(rig, order));
});
