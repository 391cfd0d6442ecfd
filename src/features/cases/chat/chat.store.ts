/** State that the islands of a chat page share: the case, the connection, the current send and its outcome. Only the browser writes it. */
import { atom } from 'nanostores';
import type { PraticaDetail, ShownEvento } from './chat.contract.ts';
import type { DoneKind } from './pratica-words.ts';

/** The case as the portal last sent it; undefined while it is the one the server rendered. */
export const $praticaDetail = atom<PraticaDetail | undefined>(undefined);

/** `lost`: no answer for a while; `ended`: the link does not open the case any more */
export type ConnectionState = 'up' | 'lost' | 'ended';
export const $chatConnection = atom<ConnectionState>('up');

/** What the other side wrote while the page was open, for readers who do not see it appear. */
export const $newEventi = atom<readonly ShownEvento[]>([]);

/**
 * The outcome of the last send; undefined before the first, when the page may still show one of a form without JavaScript.
 * @property news number of news at that moment; the outcome is announced until there are more
 */
export type SendState = { state: 'sending' } | { state: 'failed' } | { state: 'done'; what: DoneKind; news: number };
export const $sendState = atom<SendState | undefined>(undefined);
