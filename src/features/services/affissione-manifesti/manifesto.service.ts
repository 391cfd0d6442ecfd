/** Posters on the boards of a municipality: the service as one row. */
import { defineService } from '../../../service.ts';
import { manifestoDecision } from './effect.server.ts';
import { manifestoOperations } from './manifesto.contract.ts';
import { FORM_PATH, FORM_TITLE } from './manifesto.fields.ts';
import { manifestoHandlers } from './manifesto.server.ts';
import { offertaManifestiSchema } from './offerta.ts';
import { praticaData } from './pratica-data.ts';
import { manifestoSheet } from './sheet.ts';

export const manifesto = defineService({
  codes: { SF120: FORM_TITLE },
  officeNames: { SF120: 'Pubblicità e affissioni' },
  path: FORM_PATH,
  card: {
    group: 'Città e territorio',
    name: FORM_TITLE,
    officialName: 'Affissione manifesti',
    text: 'Chiedi di affiggere i tuoi manifesti: scegli formato e giorni e vedi subito quanto può costare.',
    icon: 'presentation',
    words:
      'manifesto affissione affiggere locandina poster pubblicità evento concerto festa lutto funebre bacheca ' +
      'annuncio',
  },
  sheet: manifestoSheet,
  onPositions: true,
  screens: [{ path: FORM_PATH, title: FORM_TITLE, login: 'optional', botCheck: false, form: 'file' }],
  offers: { SF120: { schema: offertaManifestiSchema, needed: true } },
  afterwards: [{ name: 'Paghi', kind: 'payment' }],
  data: praticaData,
  decision: manifestoDecision,
  tag: { name: 'affissioni', description: 'Posters on the boards of a municipality: tariff and request.' },
  operations: manifestoOperations,
  handlers: manifestoHandlers,
});
