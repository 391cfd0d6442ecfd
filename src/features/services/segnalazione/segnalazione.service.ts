/** Reports of what is broken or wrong: the service as one row. */
import { defineService } from '../../../service.ts';
import { TIPI } from './options.ts';
import { praticaData } from './pratica-data.ts';
import { segnalazioneOperations } from './segnalazione.contract.ts';
import { FORM_PATH, FORM_TITLE } from './segnalazione.fields.ts';
import { segnalazioneHandlers } from './segnalazione.server.ts';

export const segnalazione = defineService({
  codes: TIPI,
  path: FORM_PATH,
  card: {
    group: 'Città e territorio',
    name: FORM_TITLE,
    text: 'Un lampione spento, una buca, rifiuti abbandonati: dillo al Comune, anche con foto, e segui la risposta.',
  },
  screens: [{ path: FORM_PATH, title: FORM_TITLE, login: 'optional', botCheck: true, form: 'file' }],
  data: praticaData,
  operations: segnalazioneOperations,
  handlers: segnalazioneHandlers,
});
