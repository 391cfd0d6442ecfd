/** Desks of a municipality and messages to them: the service as one row. */
import { service } from '../../../service.ts';
import { operations } from './sportello.contract.ts';
import { handlers } from './sportello.server.ts';

const path = '/sportello-territoriale';
const name = 'Sportello territoriale';
const documenti = '/documenti';

export const sportello = service({
  codes: { SPORTELLO: 'Sportello territoriale' },
  path,
  alsoAt: [documenti],
  card: {
    group: 'Uffici e assistenza',
    name,
    text: 'Indirizzi, orari e moduli degli uffici. Se non puoi andarci, scrivi da qui e segui la risposta.',
  },
  screens: [
    { path, title: name, login: 'no', botCheck: false, form: 'file' },
    { path: documenti, title: name, login: 'no', botCheck: false, form: 'file' },
  ],
  operations,
  handlers,
});
