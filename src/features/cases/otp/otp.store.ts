/** The e-mail address that the citizen has confirmed on a page. Written in the browser only. */
import { atom } from 'nanostores';

/** '' for none; undefined: as the server rendered it. */
export const $confirmedEmail = atom<string | undefined>(undefined);
