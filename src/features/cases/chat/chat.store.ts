/** What the islands of a chat page share: the case, the connection, what is being sent and what was done. Written in the browser only. */
import { atom } from 'nanostores';
import type { Dettaglio, EventoMostrato } from './chat.contract.ts';
import type { Fatto } from './parole.ts';

/** The case as the portal last told it; undefined: as it came with the page. */
export const $dettaglio = atom<Dettaglio | undefined>(undefined);

/** `lost`: no answer for a while; `ended`: the link opens the case no longer */
export type Connection = 'up' | 'lost' | 'ended';
export const $connection = atom<Connection>('up');

/** What the other side wrote while the page was open, for those who do not see it appear. */
export const $news = atom<readonly EventoMostrato[]>([]);

/**
 * What became of the last send; undefined: none yet, and the page may have come with one that was done.
 * @property news how many there were when it was done: it is said until there is another
 */
export type Send = { state: 'sending' } | { state: 'failed' } | { state: 'done'; what: Fatto; news: number };
export const $send = atom<Send | undefined>(undefined);
