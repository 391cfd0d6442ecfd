/** The files of the form on a page, shared by the fields that change them and the parts that show and send them. Only the browser writes it. */
import { atom } from 'nanostores';
import type { ShownAllegato } from './allegati.contract.ts';

/** undefined while the files are those the server rendered. */
export const $allegati = atom<readonly ShownAllegato[] | undefined>(undefined);
