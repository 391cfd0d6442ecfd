/** New messages appear by themselves: the case is asked for again every few seconds, and an answer without news costs nothing. */
import { send } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/filter.ts';
import type { Parte } from '../pratica/stati.ts';
import { type Dettaglio, operations } from './chat.contract.ts';
import { $connection, $dettaglio, $news, $send } from './chat.store.ts';
import { conNovita, type Fatto, nuoviEventi } from './parole.ts';

/** Milliseconds between two questions while the page is seen. */
const EVERY = 4000;
const AT_MOST = 60_000;

/** @param failures in a row @returns ms until the next question: longer and longer while the portal does not answer */
export function pauseAfter(failures: number, retryAfter = 0): number {
  return Math.max(Math.min(EVERY * 2 ** failures, AT_MOST), retryAfter * 1000);
}

type Coppia = { email: string; id: string; vista: Parte };
/** Which part of the timeline is asked for: what comes before an event, or after one. */
type Part = { prima: string } | { dopo: string };
type Answer = { dettaglio: Dettaglio; etag: string | null } | null;

/**
 * @param etag of what the page shows
 * @returns null when nothing changed
 * @throws PortalError when the portal refuses, CallError when it does not answer
 */
async function read(coppia: Coppia & Part, etag: string | null, signal: AbortSignal): Promise<Answer> {
  const url = `${operations.dettaglioPratica.path}?${new URLSearchParams(coppia)}`;
  const headers: Record<string, string> = { accept: 'application/json', ...(etag && { 'if-none-match': etag }) };
  let answer: Response;
  try {
    answer = await fetch(url, { headers, signal, cache: 'no-store' });
    if (answer.status === 304) return null;
    if (answer.ok) return { dettaglio: (await answer.json()).data, etag: answer.headers.get('etag') };
  } catch (cause) {
    throw new CallError('Non riusciamo ad aggiornare la conversazione.', 0, cause);
  }
  if (answer.status === 403 || answer.status === 404) throw new PortalError('not_found');
  if (answer.status === 429)
    throw new PortalError('too_many', { retryAfter: Number(answer.headers.get('retry-after')) });
  throw new CallError('Non riusciamo ad aggiornare la conversazione.', answer.status);
}

type Shown = Pick<Dettaglio, 'eventi' | 'altri_prima'>;

/**
 * What the page shows, and to which question it is the answer.
 * @property browsing an earlier part of the timeline is shown: nothing new comes to its end
 */
type Page = { coppia: Coppia; browsing: boolean; shown: Shown; etag: string | null; question: number };
let page: Page | undefined;
let questions = 0;

async function ask(now: Page, signal: AbortSignal): Promise<void> {
  const { coppia, browsing } = now;
  const question = ++questions;
  const answer = await read({ ...coppia, dopo: now.shown.eventi.at(-1)?.id ?? '' }, now.etag, signal);
  $connection.set('up');
  // An answer that was overtaken by that to a later question is old.
  if (!answer || question < now.question) return;
  const { altri_dopo, cambiati, ...dettaglio } = answer.dettaglio;
  const before = now.shown;
  const eventi = conNovita(before.eventi, browsing ? { ...dettaglio, cambiati, eventi: [] } : answer.dettaglio);
  const news = nuoviEventi(before.eventi, eventi, coppia.vista);
  Object.assign(now, { etag: answer.etag, question });
  show(now, { ...dettaglio, eventi, altri_prima: before.altri_prima });
  if (news.length > 0) {
    $news.set([...$news.get(), ...news]);
    // A read mark that does not arrive goes with the next one: nobody is told.
    if (!document.hidden) send(operations.segnaLetto, coppia, { signal }).catch(console.debug);
  }
  if (altri_dopo && !browsing) await ask(now, signal);
}

function show(now: Page, dettaglio: Dettaglio): void {
  now.shown = dettaglio;
  $dettaglio.set(dettaglio);
}

/** Does what somebody asked for, and says when the portal did not answer. */
async function attempt(work: (now: Page, signal: AbortSignal) => Promise<void>): Promise<void> {
  if (!page) return;
  try {
    await work(page, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof CallError || error instanceof PortalError)) throw error;
    $connection.set(error instanceof PortalError && error.code === 'not_found' ? 'ended' : 'lost');
  }
}

/** Asks at once. */
export const refresh = (): Promise<void> => attempt(ask);

/** Shows what came of a send, then says what was done. */
export async function tellDone(what: Fatto): Promise<void> {
  await refresh();
  $send.set({ state: 'done', what, news: $news.get().length });
}

/** Shows the events before the first that is shown. */
export const showEarlier = (): Promise<void> =>
  attempt(async (now, signal) => {
    const [first] = now.shown.eventi;
    if (!first) return;
    const answer = await read({ ...now.coppia, prima: first.id }, null, signal);
    const { eventi } = now.shown;
    if (!answer || eventi[0]?.id !== first.id) return;
    const { altri_dopo, ...dettaglio } = answer.dettaglio;
    show(now, { ...dettaglio, eventi: [...dettaglio.eventi, ...eventi] });
  });

/** Keeps what the page shows up to date. @returns what ends it */
export function follow(shown: Shown, coppia: Coppia, browsing: boolean): () => void {
  const now: Page = { coppia, browsing, shown, etag: null, question: 0 };
  page = now;
  if (browsing) return () => {};
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let failures = 0;
  const round = async () => {
    clearTimeout(timer);
    // Nobody looks, or there is no network: the events below wake it.
    if (running || document.hidden || !navigator.onLine) return;
    running = true;
    let pause = pauseAfter(0);
    try {
      await ask(now, end.signal);
      failures = 0;
    } catch (error) {
      if (end.signal.aborted) return;
      failures++;
      const refused = error instanceof PortalError ? error : undefined;
      if (refused?.code === 'not_found') return $connection.set('ended');
      // One lost answer is no news.
      if (failures > 1) $connection.set('lost');
      pause = pauseAfter(failures, refused?.retryAfter);
    } finally {
      running = false;
    }
    timer = setTimeout(round, pause);
  };
  // A message that was sent before this island was alive is not on the page yet.
  timer = setTimeout(round, $send.get()?.state === 'done' ? 0 : EVERY);
  const offline = () => $connection.set('lost');
  const { signal } = end;
  document.addEventListener('visibilitychange', round, { signal });
  addEventListener('online', round, { signal });
  addEventListener('offline', offline, { signal });
  return () => {
    end.abort();
    clearTimeout(timer);
  };
}
