/** What the browser needs to know of the calls in delega.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { delegaOperations } from './delega.contract.ts';

export const delegaCalls: CallsOf<typeof delegaOperations> = {
  chiediDelega: { method: 'POST', path: '/api/v1/portale/deleghe/ufficio', bot: 'spent' },
};
