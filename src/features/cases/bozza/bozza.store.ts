/** The draft of the form on a page, as the portal last stored it. Only the browser writes it. */
import { atom } from 'nanostores';

/** Key of the form's send; undefined while it is the one the server rendered. */
export const $sendKey = atom<string | undefined>(undefined);
