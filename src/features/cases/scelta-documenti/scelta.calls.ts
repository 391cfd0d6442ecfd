/** What the browser needs to know of the calls in scelta.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { sceltaDocumentiOperations } from './scelta.contract.ts';

export const sceltaDocumentiCalls: CallsOf<typeof sceltaDocumentiOperations> = {
  documentiDaScegliere: { method: 'GET', path: '/api/v1/portale/scelta-documenti' },
  scegliDocumenti: { method: 'GET', path: '/api/v1/portale/scelta-documenti/insieme' },
};
