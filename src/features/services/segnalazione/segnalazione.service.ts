/** Reports of what is broken or wrong: the service as one row. */

import { service } from '../../../service.ts';
import { dati } from './dati.ts';
import { operations as mie } from './mie.contract.ts';
import { handlers as mieHandlers } from './mie.server.ts';
import { operations } from './segnalazione.contract.ts';
import { handlers } from './segnalazione.server.ts';
import { TIPI } from './tipi.ts';

const path = '/segnalazione';
const name = 'Segnalazione disservizio';

export const segnalazione = service({
  codes: TIPI,
  path,
  card: {
    group: 'Città e territorio',
    name,
    text: 'Un lampione spento, una buca, rifiuti abbandonati: dillo al Comune, anche con foto, e segui la risposta.',
  },
  screens: [{ path, title: name, login: 'optional', botCheck: true, form: 'file' }],
  data: dati,
  operations: { ...operations, ...mie },
  handlers: { ...handlers, ...mieHandlers },
});
