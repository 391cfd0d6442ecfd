/** The review of a document: the service as one row. */
import { defineService, formOn, screensOnDocuments } from '../../../service.ts';
import { riesameDecision } from './effect.server.ts';
import { praticaData } from './pratica-data.ts';
import { riesameOperations } from './riesame.contract.ts';
import { riesameHandlers } from './riesame.server.ts';

const servicePath = '/servizio/riesame';
const serviceName = 'Riesame di un documento';

export const riesame = defineService({
  codes: { SF220: 'Riesame' },
  path: servicePath,
  card: {
    group: 'Tributi',
    name: serviceName,
    text: 'Un avviso è sbagliato, l’hai già pagato o non riguarda te: chiedi all’ente di rivederlo, con le prove.',
  },
  screens: screensOnDocuments(servicePath, serviceName, { login: 'optional', botCheck: false }),
  documents: {
    action: 'riesame',
    label: 'Chiedi il riesame',
    states: ['da_pagare', 'scaduto', 'pagato'],
    link: formOn(servicePath),
    request: { purpose: 'chiedere il riesame di un documento', asked: 'Riesame chiesto' },
  },
  data: praticaData,
  decision: riesameDecision,
  operations: riesameOperations,
  handlers: riesameHandlers,
});
