/** The enti that answer for a service, stored in the browser's vault so that going back is fast on a slow connection. */
import { sendCall } from '../../../platform/client.browser.ts';
import { type RemoteList, remoteList } from '../../../platform/vault/list.browser.ts';
import { enteCalls } from '../ente/ente.calls.ts';
import type { OfferingEnte } from './ente-offerta.ts';

export const remoteEnti = (category: string): RemoteList<OfferingEnte> =>
  remoteList({
    name: `enti-categoria/${category}`,
    schema: async () => (await import('../ente/ente.checks.ts')).entiServizio,
    load: () => sendCall(enteCalls.entiPerCategoria, { category }),
  });
