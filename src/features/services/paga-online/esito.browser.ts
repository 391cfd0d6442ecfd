/**
 * The outcome page reloads itself, with growing waits, while the payment is being verified. It sends no cookies: a request that the citizen
 * did not make must not keep a login alive (product rule).
 */

/** Waits before each reload, in ms. After the last one the citizen reloads. */
const WAITS_MS = [2, 3, 5, 8, 12, 20, 30, 45, 60, 60, 120, 120, 240, 240].map((seconds) => seconds * 1000);

const ANNOUNCEMENT_ID = 'esito-detto';

/** @returns ms before the reload of this number, undefined after the last */
export const waitBefore = (round: number): number | undefined => WAITS_MS[round];

export function followEsito(): void {
  const shown = findEsito(document);
  if (shown?.stato !== 'in_verifica') return;
  let round = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = async () => {
    clearTimeout(timer);
    // The page is hidden or offline: the events below start it again.
    if (document.hidden || !navigator.onLine) return;
    const fresh = await fetchPage('omit');
    const found = fresh && findEsito(fresh);
    if (found && (found.stato !== shown.stato || found.paidKeys !== shown.paidKeys || found.codice !== shown.codice)) {
      const own = await fetchPage('same-origin');
      if (own) return showEsito(own);
    }
    lookLater();
  };
  const lookLater = () => {
    const wait = waitBefore(round++);
    if (wait !== undefined) timer = setTimeout(look, wait);
    else
      announceEsito(
        'Non controlliamo più da soli su questa pagina: ricaricala per vedere com’è andata. Ti scriviamo comunque.',
      );
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
  lookLater();
}

const findEsito = (page: Document) => {
  const { stato, pagati: paidKeys, negozio: codice } = page.getElementById('esito')?.dataset ?? {};
  return stato === undefined ? undefined : { stato, paidKeys, codice };
};

/** This page as it is now; null when it could not be loaded. */
async function fetchPage(credentials: RequestCredentials): Promise<Document | null> {
  const answer = await fetch(location.href, { credentials, cache: 'no-store' }).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
}

/** Puts title, heading and outcome of the new page in place of the old. */
function showEsito(page: Document): void {
  document.title = page.title;
  for (const selector of ['h1', '#esito']) {
    const [old, fresh] = [document.querySelector(selector), page.querySelector(selector)];
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
  }
  announceEsito(document.querySelector('h1')?.textContent ?? '');
  // The heading shows the new state; this tells it to screen readers.
  document.getElementById(ANNOUNCEMENT_ID)?.classList.add('visually-hidden');
  followEsito();
}

function announceEsito(words: string): void {
  const announcement = document.getElementById(ANNOUNCEMENT_ID);
  if (announcement) announcement.textContent = words;
}
