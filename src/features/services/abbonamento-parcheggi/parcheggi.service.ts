/** Parking subscriptions: the service as one row. */
import { service } from '../../../service.ts';
import { dati } from './abbonamento.ts';
import { abbonamento } from './effetto.server.ts';
import { schemaOffertaParcheggi } from './offerta.ts';
import { operations } from './parcheggi.contract.ts';
import { handlers } from './parcheggi.server.ts';

const path = '/servizio/abbonamento-parcheggi';
const name = 'Abbonamento parcheggi';

export const parcheggi = service({
  codes: { SF300: 'Abbonamento parcheggi' },
  path,
  card: {
    group: 'Città e territorio',
    name,
    text: 'Parcheggia nella tua zona: scegli durata e targhe, vedi il prezzo e scarica il permesso da qui.',
  },
  screens: [{ path, title: name, login: 'no', botCheck: true, form: 'file' }],
  offers: { SF300: { schema: schemaOffertaParcheggi, needed: true } },
  data: dati,
  decision: abbonamento,
  operations,
  handlers,
});
