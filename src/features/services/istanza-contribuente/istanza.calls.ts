/** What the browser needs to know of the calls in istanza.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { istanzaOperations } from './istanza.contract.ts';

export const istanzaCalls: CallsOf<typeof istanzaOperations> = {
  controllaDocumentiIstanza: { method: 'GET', path: '/api/v1/istanza-tributi/check-documenti' },
  inviaIstanza: { method: 'POST', path: '/api/v1/istanza-tributi/new', bot: 'spent' },
};
