/** What the browser needs to know of the calls in riesame.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { riesameOperations } from './riesame.contract.ts';

export const riesameCalls: CallsOf<typeof riesameOperations> = {
  motiviRiesame: { method: 'GET', path: '/api/v1/riesame/istanza/options' },
  documentoRiesame: { method: 'GET', path: '/api/v1/riesame/documento' },
  inviaRiesame: { method: 'POST', path: '/api/v1/riesame/new', bot: 'spent' },
};
