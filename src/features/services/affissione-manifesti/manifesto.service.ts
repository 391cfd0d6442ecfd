/** Posters on the boards of a municipality: the service as one row. */
import { defineService } from '../../../service.ts';
import { affissione } from './effect.server.ts';
import { manifestoOperations } from './manifesto.contract.ts';
import { manifestoHandlers } from './manifesto.server.ts';
import { offertaManifestiSchema } from './offerta.ts';
import { praticaData } from './pratica-data.ts';

const servicePath = '/servizio/affissione-manifesti';
const serviceName = 'Affissione manifesti';

export const manifesto = defineService({
  codes: { SF120: 'Pubblicità e affissioni' },
  path: servicePath,
  card: {
    group: 'Città e territorio',
    name: serviceName,
    text: 'Chiedi di affiggere i tuoi manifesti: scegli formato e giorni e vedi subito quanto può costare.',
  },
  screens: [{ path: servicePath, title: serviceName, login: 'optional', botCheck: false, form: 'file' }],
  offers: { SF120: { schema: offertaManifestiSchema, needed: true } },
  data: praticaData,
  decision: affissione,
  operations: manifestoOperations,
  handlers: manifestoHandlers,
});
