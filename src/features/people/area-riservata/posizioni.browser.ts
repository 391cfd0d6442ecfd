/** The citizen's positions in the browser: shared by the islands of the page, kept in the vault. */
import { send } from '../../../platform/client.browser.ts';
import { remoteList } from '../../../platform/vault/list.browser.ts';
import { operations } from '../../cases/posizione/posizione.contract.ts';
import type { Posizione } from '../../cases/posizione/posizione.controlli.ts';

export const elencoPosizioni = remoteList<Posizione>({
  name: 'posizioni',
  schema: async () => (await import('../../cases/posizione/posizione.controlli.ts')).posizioni,
  load: () => send(operations.listaPosizioni, {}),
});
