/** What the browser needs to know of the calls in utente.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { utenteOperations } from './utente.contract.ts';

export const utenteCalls: CallsOf<typeof utenteOperations> = {
  utente: { method: 'GET', path: '/api/v1/user' },
  aggiornaContatti: { method: 'POST', path: '/api/v1/user', bot: 'spent' },
  modificaAnagrafica: { method: 'POST', path: '/api/v1/user/modifica_anagrafica', bot: 'checked' },
};
