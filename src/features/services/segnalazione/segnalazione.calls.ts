/** What the browser needs to know of the calls in segnalazione.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { segnalazioneOperations } from './segnalazione.contract.ts';

export const segnalazioneCalls: CallsOf<typeof segnalazioneOperations> = {
  opzioniSegnalazione: { method: 'GET', path: '/api/v1/generic/segnalazione/options' },
  mappaBozza: { method: 'GET', path: '/api/v1/generic/segnalazione/mappa' },
  inviaSegnalazione: { method: 'POST', path: '/api/v1/generic/segnalazione/new', bot: 'spent' },
};
