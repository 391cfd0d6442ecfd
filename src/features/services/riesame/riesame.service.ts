/** The review of a document: the service as one row. */
import { formOn, screensOnDocuments, service } from '../../../service.ts';
import { dati } from './dati.ts';
import { revisione } from './effetto.server.ts';
import { operations } from './riesame.contract.ts';
import { handlers } from './riesame.server.ts';

const path = '/servizio/riesame';
const name = 'Riesame di un documento';

export const riesame = service({
  codes: { SF220: 'Riesame' },
  path,
  card: {
    group: 'Tributi',
    name,
    text: 'Un avviso è sbagliato, l’hai già pagato o non riguarda te: chiedi all’ente di rivederlo, con le prove.',
  },
  screens: screensOnDocuments(path, name, { login: 'optional', botCheck: false }),
  documents: {
    action: 'riesame',
    label: 'Chiedi il riesame',
    states: ['da_pagare', 'scaduto', 'pagato'],
    link: formOn(path),
    request: { purpose: 'chiedere il riesame di un documento', asked: 'Riesame chiesto' },
  },
  data: dati,
  decision: revisione,
  operations,
  handlers,
});
