/** Desks of a municipality and messages to them: the service as one row. */
import { defineService } from '../../../service.ts';
import { readEnteIds } from './sportelli.db.ts';
import { sportelloOperations } from './sportello.contract.ts';
import { sportelloHandlers } from './sportello.server.ts';

const servicePath = '/sportello-territoriale';
const serviceName = 'Sportello territoriale';
const documentiPath = '/documenti';

export const sportello = defineService({
  codes: { SPORTELLO: 'Sportello territoriale' },
  path: servicePath,
  alsoAt: [documentiPath],
  card: {
    group: 'Uffici e assistenza',
    name: serviceName,
    text: 'Indirizzi, orari e moduli degli uffici. Se non puoi andarci, scrivi da qui e segui la risposta.',
  },
  screens: [
    { path: servicePath, title: serviceName, login: 'no', botCheck: false, form: 'file' },
    { path: documentiPath, title: serviceName, login: 'no', botCheck: false, form: 'file' },
  ],
  offeredBy: readEnteIds,
  ending: 'conclusione',
  operations: sportelloOperations,
  handlers: sportelloHandlers,
});
