/** The review of a document: the service as one row. */
import { defineService, formOn, screensOnDocuments } from '../../../service.ts';
import { riesameDecision } from './effect.server.ts';
import { praticaData } from './pratica-data.ts';
import { riesameOperations } from './riesame.contract.ts';
import { FORM_TITLE, SERVIZIO_SLUG } from './riesame.fields.ts';
import { riesameHandlers } from './riesame.server.ts';
import { riesameSheet } from './sheet.ts';

const FORM_PATH = `/servizio/${SERVIZIO_SLUG}`;

export const riesame = defineService({
  codes: { SF220: 'Contestazione di un avviso' },
  officeNames: { SF220: 'Riesame' },
  path: FORM_PATH,
  card: {
    group: 'Tributi',
    name: FORM_TITLE,
    officialName: 'Riesame di un documento',
    text: 'Un avviso è sbagliato, l’hai già pagato o non riguarda te: chiedi all’ente di rivederlo, con le prove.',
    icon: 'refresh',
    words:
      'riesame ricorso contestare contestazione sbagliato errore annullare annullamento autotutela rivedere ' +
      'avviso pagato multa doppio sgravio correggere',
  },
  sheet: riesameSheet,
  screens: screensOnDocuments(FORM_PATH, FORM_TITLE, { login: 'optional', botCheck: false }),
  documents: {
    action: 'riesame',
    label: FORM_TITLE,
    states: ['da_pagare', 'scaduto', 'pagato'],
    link: formOn(FORM_PATH),
    request: { purpose: 'contestare un avviso', asked: 'Avviso contestato' },
  },
  data: praticaData,
  decision: riesameDecision,
  tag: { name: 'riesami', description: 'The review of a document.' },
  operations: riesameOperations,
  handlers: riesameHandlers,
});
