/** What the browser needs to know of the calls in presenza.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { presenzaOperations } from './presenza.contract.ts';

export const presenzaCalls: CallsOf<typeof presenzaOperations> = {
  presenzaPratica: { method: 'GET', path: '/api/v1/portale/operatore/pratiche/{id}/presenza' },
};
