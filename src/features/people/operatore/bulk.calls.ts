/** What the browser needs to know of the calls in bulk.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { bulkOperations } from './bulk.contract.ts';

export const bulkCalls: CallsOf<typeof bulkOperations> = {
  lavoraPratica: { method: 'POST', path: '/api/v1/portale/operatore/pratiche/{id}/insieme' },
};
