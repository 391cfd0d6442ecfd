/** What the browser needs to know of the calls in chat.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { chatOperations } from './chat.contract.ts';

export const chatCalls: CallsOf<typeof chatOperations> = {
  dettaglioPratica: { method: 'GET', path: '/api/v1/generic/segnalazione/detail' },
  commenta: { method: 'POST', path: '/api/v1/generic/segnalazione/commento', bot: 'spent' },
  filePronti: { method: 'GET', path: '/api/v1/portale/pratiche/file-pronti' },
  novitaPratica: { method: 'GET', path: '/api/v1/portale/pratiche/novita' },
  segnaLetto: { method: 'POST', path: '/api/v1/portale/pratiche/letto' },
  nascondi: { method: 'POST', path: '/api/v1/portale/pratiche/nascondi' },
};
