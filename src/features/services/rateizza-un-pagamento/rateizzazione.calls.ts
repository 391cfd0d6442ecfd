/** What the browser needs to know of the calls in rateizzazione.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { rateizzazioneOperations } from './rateizzazione.contract.ts';

export const rateizzazioneCalls: CallsOf<typeof rateizzazioneOperations> = {
  documentiRateizzazione: { method: 'GET', path: '/api/v1/rateizzazione/documento' },
  simulaRate: { method: 'GET', path: '/api/v1/portale/rateizzazione/piano' },
  chiediRate: { method: 'POST', path: '/api/v1/rateizzazione/new', bot: 'spent' },
};
