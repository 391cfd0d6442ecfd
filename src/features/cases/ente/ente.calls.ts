/** What the browser needs to know of the calls in ente.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { enteOperations } from './ente.contract.ts';

export const enteCalls: CallsOf<typeof enteOperations> = {
  listaEnti: { method: 'GET', path: '/api/v1/generic/ente' },
  entiPerCategoria: { method: 'GET', path: '/api/v1/generic/ente/list/{category}/{optional?}' },
  suggerisciEnti: { method: 'POST', path: '/api/v1/generic/ente/suggeriti' },
};
