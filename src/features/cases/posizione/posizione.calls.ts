/** What the browser needs to know of the calls in posizione.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { posizioneOperations } from './posizione.contract.ts';

export const posizioneCalls: CallsOf<typeof posizioneOperations> = {
  nuovaPosizione: { method: 'POST', path: '/api/v1/posizione/new', bot: 'spent' },
  listaPosizioni: { method: 'GET', path: '/api/v1/posizione/list' },
  togliPosizione: { method: 'DELETE', path: '/api/v1/posizione/delete/{id}' },
  documentiPosizione: { method: 'GET', path: '/api/v1/posizione/documents/list/{id}/{codice}' },
  controllaPosizione: { method: 'POST', path: '/api/v1/posizione/documents/check', bot: 'spent' },
};
