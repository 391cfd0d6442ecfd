/** What the browser needs to know of the calls in conteggi.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { conteggiOperations } from './conteggi.contract.ts';

export const conteggiCalls: CallsOf<typeof conteggiOperations> = {
  conteggiOperatore: { method: 'GET', path: '/api/v1/portale/operatore/conteggi' },
};
