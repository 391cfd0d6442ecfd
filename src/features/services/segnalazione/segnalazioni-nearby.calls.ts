/** What the browser needs to know of the calls in segnalazioni-nearby.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { nearbyOperations } from './segnalazioni-nearby.contract.ts';

export const nearbyCalls: CallsOf<typeof nearbyOperations> = {
  segnalazioniVicine: { method: 'POST', path: '/api/v1/portale/operatore/segnalazioni/vicine' },
};
