/**
 * Asks for the case again when the portal says that it has changed, and every few seconds where nothing can say so, so that new
 * messages appear; an answer without news is a 304.
 */
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { pauseAfter, startRounds } from '../../../platform/rounds.browser.ts';
import type { PraticaSide } from '../pratica/stati.ts';
import { chatCalls } from './chat.calls.ts';
import type { PraticaDetail } from './chat.contract.ts';
import { $chatConnection, $newEventi, $praticaDetail, $sendState } from './chat.store.ts';
import { type DoneKind, findNewEventi, mergeNews } from './pratica-words.ts';

/** Milliseconds between two requests while the page is visible, and while changes are announced, which the mere passing of time is not. */
const POLL_MS = 4000;
const CALM_MS = 30_000;
const MAX_PAUSE_MS = 60_000;

type PraticaPair = { email: string; id: string; vista: PraticaSide };
/** The part of the timeline to ask for: what comes before an event, or after one. */
type TimelinePart = { prima: string } | { dopo: string };
type DetailAnswer = { detail: PraticaDetail; etag: string | null } | null;

/**
 * @param etag that of what the page shows
 * @returns null when nothing changed
 * @throws PortalError when the portal refuses, CallError when it does not answer
 */
async function readDetail(
  pair: PraticaPair & TimelinePart,
  etag: string | null,
  signal: AbortSignal,
): Promise<DetailAnswer> {
  const url = `${chatCalls.dettaglioPratica.path}?${new URLSearchParams(pair)}`;
  const headers: Record<string, string> = { accept: 'application/json', ...(etag && { 'if-none-match': etag }) };
  let answer: Response;
  try {
    answer = await fetch(url, { headers, signal, cache: 'no-store' });
    if (answer.status === 304) return null;
    if (answer.ok) return { detail: (await answer.json()).data, etag: answer.headers.get('etag') };
  } catch (cause) {
    throw new CallError('Non riusciamo ad aggiornare la conversazione.', 0, cause);
  }
  if (answer.status === 403 || answer.status === 404) throw new PortalError('not_found');
  if (answer.status === 429)
    throw new PortalError('too_many', { retryAfter: Number(answer.headers.get('retry-after')) });
  throw new CallError('Non riusciamo ad aggiornare la conversazione.', answer.status);
}

type ShownPart = Pick<PraticaDetail, 'eventi' | 'altri_prima'>;

/**
 * What the page shows, and the request that it answers.
 * @property browsing whether an earlier part of the timeline is shown, to which no new messages are added
 * @property isBare the portal is not told what was read, and does not tell what is new
 */
type PageState = {
  pair: PraticaPair;
  browsing: boolean;
  isBare: boolean;
  shown: ShownPart;
  etag: string | null;
  question: number;
};
let pageState: PageState | undefined;
let questionCount = 0;

async function askNews(now: PageState, signal: AbortSignal): Promise<void> {
  const { pair, browsing } = now;
  const question = ++questionCount;
  const answer = await readDetail({ ...pair, dopo: now.shown.eventi.at(-1)?.id ?? '' }, now.etag, signal);
  $chatConnection.set('up');
  // The answer to a later request came first, so this one is outdated.
  if (!answer || question < now.question) return;
  const { altri_dopo, cambiati, ...detail } = answer.detail;
  const before = now.shown;
  const eventi = mergeNews(before.eventi, browsing ? { ...detail, cambiati, eventi: [] } : answer.detail);
  const news = findNewEventi(before.eventi, eventi, pair.vista);
  Object.assign(now, { etag: answer.etag, question });
  showDetail(now, { ...detail, eventi, altri_prima: before.altri_prima });
  if (news.length > 0) {
    $newEventi.set([...$newEventi.get(), ...news]);
    // A read mark that was lost is sent with the next one, so the failure is not shown.
    if (!now.isBare && !document.hidden) sendCall(chatCalls.segnaLetto, pair, { signal }).catch(console.debug);
  }
  if (altri_dopo && !browsing) await askNews(now, signal);
}

function showDetail(now: PageState, detail: PraticaDetail): void {
  now.shown = detail;
  $praticaDetail.set(detail);
}

/** Runs an action of the reader, and reports when the portal did not answer. */
async function attemptWork(work: (now: PageState, signal: AbortSignal) => Promise<void>): Promise<void> {
  if (!pageState) return;
  try {
    await work(pageState, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof CallError || error instanceof PortalError)) throw error;
    $chatConnection.set(error instanceof PortalError && error.code === 'not_found' ? 'ended' : 'lost');
  }
}

/** Asks without waiting for the next turn. */
export const refreshPage = (): Promise<void> => attemptWork(askNews);

/** Shows the effect of a send, then announces it. */
export async function tellDone(what: DoneKind): Promise<void> {
  await refreshPage();
  $sendState.set({ state: 'done', what, news: $newEventi.get().length });
}

/** Shows the events before the first one that is shown. */
export const showEarlier = (): Promise<void> =>
  attemptWork(async (now, signal) => {
    const [first] = now.shown.eventi;
    if (!first) return;
    const answer = await readDetail({ ...now.pair, prima: first.id }, null, signal);
    const { eventi } = now.shown;
    if (!answer || eventi[0]?.id !== first.id) return;
    const { altri_dopo, ...detail } = answer.detail;
    showDetail(now, { ...detail, eventi: [...detail.eventi, ...eventi] });
  });

/** Keeps the page up to date. @returns a function that stops it */
export function followPratica(
  shown: ShownPart,
  pair: PraticaPair,
  { browsing = false, isBare = false }: { browsing?: boolean; isBare?: boolean },
): () => void {
  const now: PageState = { pair, browsing, isBare, shown, etag: null, question: 0 };
  pageState = now;
  if (browsing) return () => {};
  let failures = 0;
  let changes: EventSource | undefined;
  const round = async (signal: AbortSignal) => {
    if (!changes && !isBare) {
      changes = new EventSource(`${chatCalls.novitaPratica.path}?${new URLSearchParams(pair)}`);
      changes.onmessage = rounds.now;
    }
    try {
      await askNews(now, signal);
      failures = 0;
      return changes?.readyState === 1 ? CALM_MS : POLL_MS;
    } catch (error) {
      if (signal.aborted) return undefined;
      failures++;
      const refused = error instanceof PortalError ? error : undefined;
      if (refused?.code === 'not_found') {
        $chatConnection.set('ended');
        return undefined;
      }
      // One lost answer is not worth a message.
      if (failures > 1) $chatConnection.set('lost');
      return pauseAfter(failures, { every: POLL_MS, most: MAX_PAUSE_MS, retryAfter: refused?.retryAfter });
    }
  };
  const rest = () => {
    changes?.close();
    changes = undefined;
    if (!navigator.onLine) $chatConnection.set('lost');
  };
  // A message that was sent before this island ran is not on the page yet.
  const first = $sendState.get()?.state === 'done' ? 0 : POLL_MS;
  const rounds = startRounds(round, { first, rest });
  return rounds.stop;
}
