/** What the browser needs to know of the calls in bozza-operatore.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { bozzaOperatoreOperations } from './bozza-operatore.contract.ts';

export const bozzaOperatoreCalls: CallsOf<typeof bozzaOperatoreOperations> = {
  leggiBozzaOperatore: { method: 'GET', path: '/api/v1/portale/operatore/pratiche/{id}/bozza' },
  salvaBozzaOperatore: { method: 'POST', path: '/api/v1/portale/operatore/pratiche/{id}/bozza' },
  eliminaBozzaOperatore: { method: 'DELETE', path: '/api/v1/portale/operatore/pratiche/{id}/bozza' },
};
