/** Votive lamps on a grave: the service as one row. */
import { defineService } from '../../../service.ts';
import { lampadeDecision } from './effect.server.ts';
import { lampadeOperations } from './lampade.contract.ts';
import { FORM_PATH, FORM_TITLE } from './lampade.fields.ts';
import { lampadeHandlers } from './lampade.server.ts';
import { offertaLampadeSchema } from './offerta.ts';
import { praticaData } from './pratica-data.ts';
import { lampadeSheet } from './sheet.ts';

export const lampade = defineService({
  codes: { SF500: 'Illuminazione votiva' },
  path: FORM_PATH,
  card: {
    group: 'Città e territorio',
    name: FORM_TITLE,
    text: 'Chiedi di accendere la luce votiva su una tomba o un loculo di un cimitero del Comune.',
    icon: 'lamp',
    words: 'lampada votiva luce tomba loculo cimitero defunto morto ossario cappella lumino elettrica',
  },
  sheet: lampadeSheet,
  screens: [{ path: FORM_PATH, title: FORM_TITLE, login: 'optional', botCheck: false, form: 'file' }],
  offers: { SF500: { schema: offertaLampadeSchema, needed: true } },
  data: praticaData,
  decision: lampadeDecision,
  tag: { name: 'lampade-votive', description: 'Votive lamps on a grave: cemeteries and request.' },
  operations: lampadeOperations,
  handlers: lampadeHandlers,
});
