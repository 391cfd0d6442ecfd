/** What the browser needs to know of the calls in pubbliche-nearby.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { pubblicheNearbyOperations } from './pubbliche-nearby.contract.ts';

export const pubblicheNearbyCalls: CallsOf<typeof pubblicheNearbyOperations> = {
  segnalazioniPubblicheVicine: { method: 'POST', path: '/api/v1/portale/segnalazioni/vicine' },
};
