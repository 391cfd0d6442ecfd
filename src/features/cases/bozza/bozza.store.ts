/** The draft of the form on a page, as the portal last kept it. Written in the browser only. */
import { atom } from 'nanostores';

/** Key of the one send; undefined: as the server rendered it. */
export const $sendKey = atom<string | undefined>(undefined);
