/** The petition of a taxpayer: the service as one row. */
import { formOn, screensOnDocuments, service } from '../../../service.ts';
import { dati } from './dati.ts';
import { risposta } from './effetto.server.ts';
import { operations } from './istanza.contract.ts';
import { handlers } from './istanza.server.ts';

const path = '/servizio/istanza-contribuente';
const name = 'Istanza del contribuente';
const withoutDocuments = { href: `${path}/nessuno`, label: "Presenta un'istanza senza documenti" };

export const istanza = service({
  codes: { ISTANZA: 'Istanza del contribuente' },
  path,
  card: {
    group: 'Tributi',
    name,
    text: 'Chiedi un rimborso, una correzione o un chiarimento su un tributo, con o senza un documento.',
  },
  screens: [
    ...screensOnDocuments(path, name, { login: 'optional', botCheck: false }),
    { path: withoutDocuments.href, title: 'Istanza senza documenti', login: 'optional', botCheck: false },
  ],
  documents: {
    action: 'istanza',
    label: 'Presenta un’istanza',
    states: ['da_pagare', 'scaduto', 'in_pagamento', 'pagato', 'rateizzato', 'annullato'],
    link: formOn(path),
    request: { purpose: 'presentare un’istanza', asked: 'Istanza presentata', withoutDocuments },
  },
  data: dati,
  decision: risposta,
  operations,
  handlers,
});
