/** Posters on the boards of a municipality: the service as one row. */
import { service } from '../../../service.ts';
import { dati } from './dati.ts';
import { affissione } from './effetto.server.ts';
import { operations } from './manifesto.contract.ts';
import { handlers } from './manifesto.server.ts';
import { schemaOffertaManifesti } from './offerta.ts';

const path = '/servizio/affissione-manifesti';
const name = 'Affissione manifesti';

export const manifesto = service({
  codes: { SF120: 'Pubblicità e affissioni' },
  path,
  card: {
    group: 'Città e territorio',
    name,
    text: 'Chiedi di affiggere i tuoi manifesti: scegli formato e giorni e vedi subito quanto può costare.',
  },
  screens: [{ path, title: name, login: 'optional', botCheck: false, form: 'file' }],
  offers: { SF120: { schema: schemaOffertaManifesti, needed: true } },
  data: dati,
  decision: affissione,
  operations,
  handlers,
});
