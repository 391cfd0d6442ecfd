/** Who is logged in, shared by the islands of a page. Written in the browser only. */
import { atom, onMount } from 'nanostores';

/** undefined: as the server rendered it · null: nobody any more, and so it stays: whoever logs in next gets pages of their own. */
export const $utente = atom<null | undefined>(undefined);

// Told by what asks "resta collegato?", which is on pages without islands, too, and carries no store.
onMount($utente, () => {
  const fine = () => $utente.set(null);
  document.addEventListener('fine-accesso', fine);
  return () => document.removeEventListener('fine-accesso', fine);
});
