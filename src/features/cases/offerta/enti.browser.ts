/** The bodies that answer for a service, kept in the vault of the browser for the way back on a slow line. */
import { send } from '../../../platform/client.browser.ts';
import { type RemoteList, remoteList } from '../../../platform/vault/list.browser.ts';
import { operations } from '../ente/ente.contract.ts';
import type { EnteOfferto } from './enteConOfferta.ts';

export const entiPer = (category: string): RemoteList<EnteOfferto> =>
  remoteList({
    name: `enti-categoria/${category}`,
    schema: async () => (await import('../ente/ente.controlli.ts')).entiServizio,
    load: () => send(operations.entiPerCategoria, { category }),
  });
