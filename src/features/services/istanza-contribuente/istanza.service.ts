/** The petition of a taxpayer: the service as one row. */
import { defineService, formOn, screensOnDocuments } from '../../../service.ts';
import { istanzaDecision } from './effect.server.ts';
import { istanzaOperations } from './istanza.contract.ts';
import { FORM_TITLE, SERVIZIO_SLUG } from './istanza.fields.ts';
import { istanzaHandlers } from './istanza.server.ts';
import { praticaData } from './pratica-data.ts';
import { istanzaSheet } from './sheet.ts';

const FORM_PATH = `/servizio/${SERVIZIO_SLUG}`;
const withoutDocuments = {
  href: `${FORM_PATH}/nessuno`,
  label: 'Scrivi all’ufficio tributi senza scegliere documenti',
};

export const istanza = defineService({
  codes: { ISTANZA: 'Richiesta all’ufficio tributi' },
  officeNames: { ISTANZA: 'Istanza del contribuente' },
  path: FORM_PATH,
  card: {
    group: 'Tributi',
    name: FORM_TITLE,
    officialName: 'Istanza del contribuente',
    text: 'Chiedi un rimborso, una correzione o un chiarimento su un tributo, con o senza un documento.',
    icon: 'pencil',
    words:
      'istanza rimborso rimborsare restituzione correzione chiarimento richiesta tributo tassa tari imu rifiuti ' +
      'esenzione agevolazione riduzione sconto cambio residenza disdetta',
  },
  sheet: istanzaSheet,
  screens: [
    ...screensOnDocuments(FORM_PATH, FORM_TITLE, { login: 'optional', botCheck: false }),
    {
      path: withoutDocuments.href,
      title: 'Scrivi all’ufficio tributi senza documenti',
      login: 'optional',
      botCheck: false,
    },
  ],
  documents: {
    action: 'istanza',
    label: FORM_TITLE,
    states: ['da_pagare', 'scaduto', 'in_pagamento', 'pagato', 'rateizzato', 'annullato'],
    link: formOn(FORM_PATH),
    request: {
      purpose: 'scrivere all’ufficio tributi',
      asked: 'Richiesta all’ufficio tributi inviata',
      withoutDocuments,
    },
  },
  data: praticaData,
  decision: istanzaDecision,
  tag: { name: 'istanze', description: 'The petition of a taxpayer.' },
  operations: istanzaOperations,
  handlers: istanzaHandlers,
});
