/** What the browser needs to know of the calls in luogo.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { luogoOperations } from './luogo.contract.ts';

export const luogoCalls: CallsOf<typeof luogoOperations> = {
  cercaLuogo: { method: 'POST', path: '/api/v1/generic/segnalazione/luogo/cerca' },
  luogoDelPunto: { method: 'POST', path: '/api/v1/generic/segnalazione/luogo/punto' },
};
