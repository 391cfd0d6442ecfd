/** What the browser needs to know of the calls in counts.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { countsOperations } from './counts.contract.ts';

export const countsCalls: CallsOf<typeof countsOperations> = {
  conteggiOperatore: { method: 'GET', path: '/api/v1/portale/operatore/conteggi' },
};
