/** The citizen's positions in the browser: shared by the islands of the page, kept in the vault. */
import * as z from 'zod/mini';
import { send } from '../../platform/client.browser.ts';
import { remoteList } from '../../platform/vault/list.browser.ts';
import { operations, type Posizione, posizione } from '../posizione/posizione.contract.ts';

export const elencoPosizioni = remoteList<Posizione>({
  name: 'posizioni',
  schema: z.array(posizione),
  load: () => send(operations.listaPosizioni, {}),
});
