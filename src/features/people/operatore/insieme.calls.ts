/** What the browser needs to know of the calls in insieme.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { insiemeOperations } from './insieme.contract.ts';

export const insiemeCalls: CallsOf<typeof insiemeOperations> = {
  lavoraPratica: { method: 'POST', path: '/api/v1/portale/operatore/pratiche/{id}/insieme' },
};
