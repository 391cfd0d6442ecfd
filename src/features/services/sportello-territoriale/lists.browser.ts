/** The enti with a desk, kept in the browser's vault so that going back is fast on a slow connection. */
import { sendCall } from '../../../platform/client.browser.ts';
import { remoteList } from '../../../platform/vault/list.browser.ts';
import type { EnteSportello } from './form-props.ts';
import { sportelloCalls } from './sportello.calls.ts';
import { enti } from './sportello.fields.ts';

export const entiList = remoteList<EnteSportello>({
  name: 'enti-sportello',
  schema: async () => enti,
  load: () => sendCall(sportelloCalls.entiSportello, {}),
});
