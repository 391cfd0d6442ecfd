/** Renews the numbers of an open list, and says when cases have arrived. The rows stay where they are until the operator loads them. */

import { MAX_COUNT, upToInWords } from '../../../platform/atoms/count-words.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { pauseAfter, startRounds } from '../../../platform/rounds.browser.ts';
import { countsCalls } from './counts.calls.ts';
import { COUNTS_EVERY_MS } from './desk-pace.ts';

const MAX_PAUSE_MS = 10 * 60_000;
/** As the call counts them. */
const MAX_ARRIVED = 25;

type Counts = Awaited<ReturnType<typeof askCounts>>;

const askCounts = (query: string) =>
  sendCall(countsCalls.conteggiOperatore, Object.fromEntries(new URLSearchParams(query)) as { dopo: string });

function showCounts({ conteggi, code, viste }: Counts): void {
  const counts: Record<string, number> = { ...conteggi, ...code, ...viste };
  for (const place of document.querySelectorAll<HTMLElement>('[data-conta]')) {
    const names = place.dataset.conta?.split(' ') ?? [];
    const sum = names.reduce((n, name) => n + (counts[name] ?? 0), 0);
    place.textContent = upToInWords(sum, Number(place.dataset.massimo) || MAX_COUNT);
  }
}

/** The number of cases with something to read, before the title of the tab. */
function showUnread(title: string, n: number): void {
  document.title = n > 0 ? `(${upToInWords(n, MAX_COUNT)}) ${title}` : title;
}

function showArrived(n: number): void {
  const place = document.querySelector('#arrivate');
  const words =
    n === 1 ? 'È arrivata una pratica nuova: ' : `Sono arrivate ${upToInWords(n, MAX_ARRIVED)} pratiche nuove: `;
  // The same words again would be read aloud again.
  if (!place || n === 0 || place.textContent?.startsWith(words)) return;
  const link = Object.assign(document.createElement('a'), { href: location.href, textContent: 'aggiorna l’elenco' });
  const box = Object.assign(document.createElement('p'), { className: 'alert alert-info' });
  box.append(words, link);
  place.replaceChildren(box);
}

export function startCounts(): void {
  const { dataset } = document.querySelector<HTMLElement>('#banco') ?? {};
  if (!dataset?.novita) return;
  const query = dataset.novita;
  const { title } = document;
  showUnread(title, Number(dataset.daLeggere));
  let failures = 0;
  const round = async () => {
    try {
      const counts = await askCounts(query);
      failures = 0;
      showCounts(counts);
      showUnread(title, counts.da_leggere);
      showArrived(counts.nuove);
      return COUNTS_EVERY_MS;
    } catch (error) {
      if (!(error instanceof PortalError || error instanceof CallError)) throw error;
      // The login has ended: the page says so by itself.
      if (error instanceof PortalError && error.code !== 'too_many') return undefined;
      failures += 1;
      return pauseAfter(failures, { every: COUNTS_EVERY_MS, most: MAX_PAUSE_MS });
    }
  };
  startRounds(round, { first: COUNTS_EVERY_MS });
}
