/** The e-mail address that the citizen confirmed on a page. Only the browser writes it. */
import { atom } from 'nanostores';

/** '' for none; undefined while the state is the one the server rendered. */
export const $confirmedEmail = atom<string | undefined>(undefined);
