/** The files of the form on a page, shared by the fields that add and remove them and by what shows and sends them. Written in the browser only. */
import { atom } from 'nanostores';
import type { ShownAllegato } from './allegati.contract.ts';

/** undefined: as the server rendered them. */
export const $allegati = atom<readonly ShownAllegato[] | undefined>(undefined);
