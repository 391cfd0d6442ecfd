/** What the browser needs to know of the calls in parcheggi.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { parcheggiOperations } from './parcheggi.contract.ts';

export const parcheggiCalls: CallsOf<typeof parcheggiOperations> = {
  zoneParcheggi: { method: 'GET', path: '/api/v1/portale/abbonamento-parcheggi/zone' },
  prezzoParcheggi: { method: 'GET', path: '/api/v1/portale/abbonamento-parcheggi/prezzo' },
  chiediAbbonamento: { method: 'POST', path: '/api/v1/abbonamento-parcheggi/new', bot: 'spent' },
  verificaPermesso: { method: 'GET', path: '/api/v1/portale/abbonamento-parcheggi/permessi/{codice}' },
  permessoParcheggio: { method: 'GET', path: '/api/v1/portale/abbonamento-parcheggi/{id}/permesso' },
};
