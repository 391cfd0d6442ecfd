/** The draft of the form on a page, as the portal last stored it. Only the browser writes it. */
import { atom } from 'nanostores';
import type { BozzaConflict } from './bozza-conflict.ts';

/** Key of the form's send; undefined while it is the one the server rendered. */
export const $sendKey = atom<string | undefined>(undefined);

/** When it was last changed, as this page knows; undefined while it is what the server rendered. */
export const $seenBozza = atom<string | undefined>(undefined);

/** Why the last save was refused, until the person has chosen what to keep. */
export const $bozzaConflict = atom<BozzaConflict | undefined>(undefined);
