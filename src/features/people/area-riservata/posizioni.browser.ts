/** The citizen's positions in the browser: shared by the islands of the page, kept in the vault. */
import { sendCall } from '../../../platform/client.browser.ts';
import { remoteList } from '../../../platform/vault/list.browser.ts';
import { posizioneCalls } from '../../cases/posizione/posizione.calls.ts';
import type { Posizione } from '../../cases/posizione/posizione.checks.ts';

export const posizioniList = remoteList<Posizione>({
  name: 'posizioni',
  schema: async () => (await import('../../cases/posizione/posizione.checks.ts')).posizioni,
  load: () => sendCall(posizioneCalls.listaPosizioni, {}),
});
