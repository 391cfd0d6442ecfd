/** The citizen's cases as the pages of the reserved area know them: one list, and the count that follows from it. Written in the browser only. */
import { atom, computed } from 'nanostores';
import type { PraticaListItem } from '../../services/segnalazione/own-pratiche.contract.ts';

/** undefined: as the server rendered them. */
export const $pratiche = atom<readonly PraticaListItem[] | undefined>(undefined);

/** Messages not yet read. */
export const $unreadMessages = computed($pratiche, (pratiche) =>
  pratiche?.reduce((sum, { messaggi_non_letti }) => sum + messaggi_non_letti, 0),
);
