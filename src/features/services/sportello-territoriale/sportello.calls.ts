/** What the browser needs to know of the calls in sportello.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { sportelloOperations } from './sportello.contract.ts';

export const sportelloCalls: CallsOf<typeof sportelloOperations> = {
  entiSportello: { method: 'GET', path: '/api/v1/generic/sportello/enti/list' },
  serviziSportello: { method: 'GET', path: '/api/v1/generic/sportello/servizi/list' },
  scriviSportello: { method: 'POST', path: '/api/v1/portale/sportello', bot: 'spent' },
};
