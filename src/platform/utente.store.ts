/** Who is logged in, shared by the islands of a page. Written in the browser only. */
import { atom } from 'nanostores';

/** undefined: as the server rendered it · null: nobody any more, and so it stays: the next login gets pages of its own. */
export const $utente = atom<null | undefined>(undefined);

// Told by the question "resta collegato?", which is on pages without islands, too, and carries no store.
if (!import.meta.env.SSR) document.addEventListener('fine-accesso', () => $utente.set(null));
