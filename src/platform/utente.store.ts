/** Who is logged in, shared by the islands and scripts of a page. Written in the browser only. */
import { atom } from 'nanostores';

/** undefined: as the server rendered it · null: nobody any more, and so it stays: whoever logs in next gets pages of their own. */
export const $utente = atom<null | undefined>(undefined);
