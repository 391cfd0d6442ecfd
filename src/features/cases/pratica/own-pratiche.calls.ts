/** What the browser needs to know of the calls in own-pratiche.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { ownPraticheOperations } from './own-pratiche.contract.ts';

export const ownPraticheCalls: CallsOf<typeof ownPraticheOperations> = {
  messaggiDaLeggere: { method: 'GET', path: '/api/v1/portale/messaggi/da-leggere' },
  listaSegnalazioni: { method: 'GET', path: '/api/v1/generic/segnalazione/list' },
};
