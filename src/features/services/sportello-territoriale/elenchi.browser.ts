/** The bodies that have a desk, kept in the vault of the browser for the way back on a slow line. */
import { send } from '../../../platform/client.browser.ts';
import { remoteList } from '../../../platform/vault/list.browser.ts';
import type { EnteSportello } from './modulo.ts';
import { operations } from './sportello.contract.ts';
import { enti } from './sportello.fields.ts';

export const elencoEnti = remoteList<EnteSportello>({
  name: 'enti-sportello',
  schema: async () => enti,
  load: () => send(operations.entiSportello, {}),
});
