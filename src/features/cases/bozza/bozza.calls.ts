/** What the browser needs to know of the calls in bozza.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { bozzaOperations } from './bozza.contract.ts';

export const bozzaCalls: CallsOf<typeof bozzaOperations> = {
  salvaBozza: { method: 'POST', path: '/api/v1/portale/bozze' },
  leggiBozza: { method: 'GET', path: '/api/v1/portale/bozze' },
  chiaveCopia: { method: 'GET', path: '/api/v1/portale/bozze/chiave' },
  mieBozze: { method: 'GET', path: '/api/v1/portale/bozze/mie' },
  eliminaBozza: { method: 'DELETE', path: '/api/v1/portale/bozze' },
};
