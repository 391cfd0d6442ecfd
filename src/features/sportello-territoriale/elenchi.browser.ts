/** The bodies that have a desk, kept in the vault of the browser for the way back on a slow line. */
import { send } from '../../platform/client.browser.ts';
import { remoteList } from '../../platform/vault/list.browser.ts';
import type { EnteSportello } from './modulo.ts';
import { operations } from './sportello.contract.ts';

export const elencoEnti = remoteList<EnteSportello>({
  name: 'enti-sportello',
  schema: async () => (await import('./sportello.controlli.ts')).enti,
  load: () => send(operations.entiSportello, {}),
});
