/**
 * The outcome page reloads itself, with growing waits, while the payment is being verified. It sends no cookies: a request that the citizen
 * did not make must not keep a login alive (product rule).
 */
import { fetchPage, renewPart } from '../../../platform/renew.browser.ts';
import { startRounds } from '../../../platform/rounds.browser.ts';

/** Waits before each reload, in ms. After the last one the citizen reloads. */
const WAITS_MS = [
  2000, 3000, 5000, 8000, 12_000, 20_000, 30_000, 45_000, 60_000, 60_000, 120_000, 120_000, 240_000, 240_000,
] as const;

const ANNOUNCEMENT_ID = 'esito-detto';

/** @returns ms before the reload of this number, undefined after the last */
export const waitBefore = (round: number): number | undefined => WAITS_MS[round];

export function followEsito(): void {
  const shown = findEsito(document);
  if (shown?.stato !== 'in_verifica') return;
  let waits = 0;
  const look = async () => {
    const fresh = await fetchNow('omit');
    const found = fresh && findEsito(fresh);
    if (found && (found.stato !== shown.stato || found.paidKeys !== shown.paidKeys || found.codice !== shown.codice)) {
      const own = await fetchNow('same-origin');
      if (own) {
        rounds.stop();
        showEsito(own);
        return undefined;
      }
    }
    const wait = waitBefore(++waits);
    if (wait === undefined)
      announceEsito(
        'Non controlliamo più da soli su questa pagina: ricaricala per vedere com’è andata. Ti scriviamo comunque.',
      );
    return wait;
  };
  const rounds = startRounds(look, { first: WAITS_MS[0] });
}

const findEsito = (page: Document) => {
  const { stato, pagati: paidKeys, negozio: codice } = page.getElementById('esito')?.dataset ?? {};
  return stato === undefined ? undefined : { stato, paidKeys, codice };
};

const fetchNow = (credentials: RequestCredentials) =>
  fetchPage(location.href, { credentials, cache: 'no-store' }).catch(() => undefined);

/** Puts title, heading and outcome of the new page in place of the old. */
function showEsito(page: Document): void {
  document.title = page.title;
  for (const selector of ['h1', '#esito']) renewPart(page, selector);
  announceEsito(document.querySelector('h1')?.textContent ?? '');
  // The heading shows the new state; this tells it to screen readers.
  document.getElementById(ANNOUNCEMENT_ID)?.classList.add('visually-hidden');
  followEsito();
}

function announceEsito(words: string): void {
  const announcement = document.getElementById(ANNOUNCEMENT_ID);
  if (announcement) announcement.textContent = words;
}
