/** Parking subscriptions: the service as one row. */
import { defineService } from '../../../service.ts';
import { permessoDownload, praticaData } from './abbonamento.ts';
import { abbonamento } from './effect.server.ts';
import { offertaParcheggiSchema } from './offerta.ts';
import { parcheggiOperations } from './parcheggi.contract.ts';
import { parcheggiHandlers } from './parcheggi.server.ts';

const servicePath = '/servizio/abbonamento-parcheggi';
const serviceName = 'Abbonamento parcheggi';

export const parcheggi = defineService({
  codes: { SF300: 'Abbonamento parcheggi' },
  path: servicePath,
  card: {
    group: 'Città e territorio',
    name: serviceName,
    text: 'Parcheggia nella tua zona: scegli durata e targhe, vedi il prezzo e scarica il permesso da qui.',
  },
  screens: [{ path: servicePath, title: serviceName, login: 'no', botCheck: true, form: 'file' }],
  offers: { SF300: { schema: offertaParcheggiSchema, needed: true } },
  downloads: permessoDownload,
  data: praticaData,
  decision: abbonamento,
  operations: parcheggiOperations,
  handlers: parcheggiHandlers,
});
