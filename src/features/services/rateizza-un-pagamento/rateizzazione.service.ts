/** Payment in instalments: the service as one row. */
import { defineService, formOn, screensOnDocuments } from '../../../service.ts';
import { rateDecision } from './effect.server.ts';
import { rateOffertaSchema } from './offerta.ts';
import { praticaData } from './pratica-data.ts';
import { rateizzazioneOperations } from './rateizzazione.contract.ts';
import { FORM_TITLE, SERVIZIO_SLUG } from './rateizzazione.fields.ts';
import { rateAboveCents, rateizzazioneHandlers, reasonAgainstRate } from './rateizzazione.server.ts';
import { rateizzazioneSheet } from './sheet.ts';

const FORM_PATH = `/servizio/${SERVIZIO_SLUG}`;

export const rateizzazione = defineService({
  codes: { SF200: FORM_TITLE },
  officeNames: { SF200: 'Rateizzazione' },
  path: FORM_PATH,
  card: {
    group: 'Pagamenti',
    name: FORM_TITLE,
    officialName: 'Rateizzazione',
    text: 'Non riesci a pagare tutto insieme? Scegli quante rate, vedi subito il piano e chiedilo all’ente.',
    icon: 'chart',
    words:
      'rate rata rateizzare rateizzazione dilazione dilazionare poco alla volta difficoltà soldi pagamento ' +
      'debito isee mese piano',
  },
  sheet: rateizzazioneSheet,
  screens: screensOnDocuments(FORM_PATH, FORM_TITLE, { login: 'no', botCheck: true }),
  documents: {
    action: 'rateizza',
    label: 'Chiedi di pagare a rate',
    states: ['da_pagare', 'scaduto'],
    link: formOn(FORM_PATH),
    request: {
      purpose: 'chiedere di pagare a rate',
      asked: 'Pagamento a rate chiesto',
      against: reasonAgainstRate,
      aboveCents: rateAboveCents,
    },
  },
  offers: { SF200: { schema: rateOffertaSchema } },
  data: praticaData,
  decision: rateDecision,
  tag: { name: 'rateizzazioni', description: 'Payment in instalments.' },
  operations: rateizzazioneOperations,
  handlers: rateizzazioneHandlers,
});
