/** Votive lamps on a grave: the service as one row. */
import { service } from '../../../service.ts';
import { dati } from './dati.ts';
import { allacciamento } from './effetto.server.ts';
import { operations } from './lampade.contract.ts';
import { handlers } from './lampade.server.ts';
import { schemaOffertaLampade } from './offerta.ts';

const path = '/servizio/allacciamento-lampade-votive';
const name = 'Allacciamento lampade votive';

export const lampade = service({
  codes: { SF500: 'Illuminazione votiva' },
  path,
  card: {
    group: 'Città e territorio',
    name,
    text: 'Chiedi di accendere la luce votiva su una tomba o un loculo di un cimitero del Comune.',
  },
  screens: [{ path, title: name, login: 'optional', botCheck: false, form: 'file' }],
  offers: { SF500: { schema: schemaOffertaLampade, needed: true } },
  data: dati,
  decision: allacciamento,
  operations,
  handlers,
});
