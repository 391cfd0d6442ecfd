/** What the browser needs to know of the calls in rinegoziazione.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { rinegoziazioneOperations } from './rinegoziazione.contract.ts';

export const rinegoziazioneCalls: CallsOf<typeof rinegoziazioneOperations> = {
  documentoProroga: { method: 'GET', path: '/api/v1/proroga/documento/check' },
  chiediProroga: { method: 'POST', path: '/api/v1/proroga/form/new', bot: 'spent' },
};
