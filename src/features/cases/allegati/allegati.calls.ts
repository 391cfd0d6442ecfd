/** What the browser needs to know of the calls in allegati.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { allegatoOperations } from './allegati.contract.ts';

export const allegatoCalls: CallsOf<typeof allegatoOperations> = {
  caricaFile: { method: 'POST', path: '/api/v1/generic/documento/upload', bot: 'checked', upload: 10485760 },
  togliFile: { method: 'DELETE', path: '/api/v1/portale/allegati/{id}' },
  annotaFile: { method: 'POST', path: '/api/v1/portale/allegati/{id}/nota' },
  scaricaFile: { method: 'GET', path: '/api/v1/portale/allegati/{id}' },
};
