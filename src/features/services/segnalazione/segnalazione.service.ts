/** Reports of what is broken or wrong: the service as one row. */

import { defineService } from '../../../service.ts';
import { ownPraticheOperations } from './own-pratiche.contract.ts';
import { ownPraticheHandlers } from './own-pratiche.server.ts';
import { praticaData } from './pratica-data.ts';
import { segnalazioneOperations } from './segnalazione.contract.ts';
import { segnalazioneHandlers } from './segnalazione.server.ts';
import { TIPI } from './tipi.ts';

const servicePath = '/segnalazione';
const serviceName = 'Segnalazione disservizio';

export const segnalazione = defineService({
  codes: TIPI,
  path: servicePath,
  card: {
    group: 'Città e territorio',
    name: serviceName,
    text: 'Un lampione spento, una buca, rifiuti abbandonati: dillo al Comune, anche con foto, e segui la risposta.',
  },
  screens: [{ path: servicePath, title: serviceName, login: 'optional', botCheck: true, form: 'file' }],
  data: praticaData,
  operations: { ...segnalazioneOperations, ...ownPraticheOperations },
  handlers: { ...segnalazioneHandlers, ...ownPraticheHandlers },
});
