/** What the browser needs to know of the calls in vicine.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { vicineOperations } from './vicine.contract.ts';

export const vicineCalls: CallsOf<typeof vicineOperations> = {
  segnalazioniVicine: { method: 'POST', path: '/api/v1/portale/operatore/segnalazioni/vicine' },
};
