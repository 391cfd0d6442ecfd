/** What the browser needs to know of the calls in manifesto.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { manifestoOperations } from './manifesto.contract.ts';

export const manifestoCalls: CallsOf<typeof manifestoOperations> = {
  tariffaManifesti: { method: 'GET', path: '/api/v1/portale/affissione/tariffa' },
  chiediAffissione: { method: 'POST', path: '/api/v1/affissione/manifesto', bot: 'spent' },
};
