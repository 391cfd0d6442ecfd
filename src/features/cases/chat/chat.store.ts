/** What the islands of a chat page share: the case, the connection, what is being sent and what was done. Written in the browser only. */
import { atom } from 'nanostores';
import type { PraticaDetail, ShownEvento } from './chat.contract.ts';
import type { DoneKind } from './pratica-words.ts';

/** The case as the portal last told it; undefined: as it came with the page. */
export const $praticaDetail = atom<PraticaDetail | undefined>(undefined);

/** `lost`: no answer for a while; `ended`: the link opens the case no longer */
export type ConnectionState = 'up' | 'lost' | 'ended';
export const $chatConnection = atom<ConnectionState>('up');

/** What the other side wrote while the page was open, for those who do not see it appear. */
export const $newEventi = atom<readonly ShownEvento[]>([]);

/**
 * What became of the last send; undefined: none yet, and the page may have come with one that was done.
 * @property news how many there were when it was done: it is said until there is another
 */
export type SendState = { state: 'sending' } | { state: 'failed' } | { state: 'done'; what: DoneKind; news: number };
export const $sendState = atom<SendState | undefined>(undefined);
