/** The store of the citizen's cases on the pages of the reserved area, and the counts on the tabs. Written in the browser only. */
import { atom, computed } from 'nanostores';
import type { PraticaListItem } from '../../cases/pratica/own-pratiche.contract.ts';

/** undefined until the browser has read them: the page shows what the server rendered. */
export const $pratiche = atom<readonly PraticaListItem[] | undefined>(undefined);

/** Messages not yet read. */
export const $unreadMessages = computed($pratiche, (pratiche) =>
  pratiche?.reduce((sum, { messaggi_non_letti }) => sum + messaggi_non_letti, 0),
);

/** Cases that wait for the citizen's answer. */
export const $toAnswer = computed(
  $pratiche,
  (pratiche) => pratiche?.filter(({ stato }) => stato === 'da_integrare').length,
);
