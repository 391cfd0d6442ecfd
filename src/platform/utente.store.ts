/** The logged-in person, shared by the islands of a page. Written in the browser only. */
import { atom } from 'nanostores';

/** undefined: as the server rendered it · null: logged out, for the rest of this page: the next login gets pages of its own. */
export const $utente = atom<null | undefined>(undefined);

// The dialog "resta collegato?" sends this event; it is also on pages without islands and does not load the store.
if (!import.meta.env.SSR) document.addEventListener('fine-accesso', () => $utente.set(null));
