/** What the browser needs to know of the calls in lampade.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { lampadeOperations } from './lampade.contract.ts';

export const lampadeCalls: CallsOf<typeof lampadeOperations> = {
  tipiTomba: { method: 'GET', path: '/api/v1/tombe/tipo/options' },
  cimiteri: { method: 'GET', path: '/api/v1/portale/tombe/cimiteri' },
  chiediLampade: { method: 'POST', path: '/api/v1/tombe/new', bot: 'spent' },
};
