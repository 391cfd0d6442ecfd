/** More time to pay: the service as one row. */
import { defineService, formOn, screensOnDocuments } from '../../../service.ts';
import { prorogaDecision } from './effect.server.ts';
import { prorogaOffertaSchema } from './offerta.ts';
import { praticaData } from './pratica-data.ts';
import { rinegoziazioneOperations } from './rinegoziazione.contract.ts';
import { FORM_TITLE, SERVIZIO_SLUG } from './rinegoziazione.fields.ts';
import { reasonAgainstProroga, rinegoziazioneHandlers } from './rinegoziazione.server.ts';
import { rinegoziazioneSheet } from './sheet.ts';

const FORM_PATH = `/servizio/${SERVIZIO_SLUG}`;

export const rinegoziazione = defineService({
  codes: { SF210: 'Rinegoziazione di un pagamento' },
  path: FORM_PATH,
  card: {
    group: 'Pagamenti',
    name: FORM_TITLE,
    text: 'Ti serve più tempo per pagare: scegli una nuova scadenza e spiega all’ente perché.',
    icon: 'clock',
    words: 'scadenza proroga rinvio rinviare rimandare tempo ritardo posticipare spostare pagamento tardi',
  },
  sheet: rinegoziazioneSheet,
  screens: screensOnDocuments(FORM_PATH, FORM_TITLE, { login: 'no', botCheck: true }),
  documents: {
    action: 'rinegozia',
    label: 'Chiedi una nuova scadenza',
    states: ['da_pagare', 'scaduto'],
    link: formOn(FORM_PATH),
    request: {
      purpose: 'chiedere più tempo per pagare',
      asked: 'Nuova scadenza chiesta',
      against: reasonAgainstProroga,
    },
  },
  offers: { SF210: { schema: prorogaOffertaSchema } },
  data: praticaData,
  decision: prorogaDecision,
  tag: { name: 'proroghe', description: 'More time to pay.' },
  operations: rinegoziazioneOperations,
  handlers: rinegoziazioneHandlers,
});
