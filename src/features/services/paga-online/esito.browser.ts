/**
 * The outcome page looks again by itself, with growing waits, while the payment is being verified. It looks without cookies: a
 * question that nobody asked is no action that keeps a login alive (product rule).
 */

/** Milliseconds before each look; afterwards the citizen asks. */
const WAITS_MS = [2, 3, 5, 8, 12, 20, 30, 45, 60, 60, 120, 120, 240, 240].map((seconds) => seconds * 1000);

const ANNOUNCEMENT_ID = 'esito-detto';

/** @returns ms before the look of this number, undefined when it is enough */
export const waitBefore = (round: number): number | undefined => WAITS_MS[round];

export function followEsito(): void {
  const shown = findEsito(document);
  if (shown?.stato !== 'in_verifica') return;
  let round = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = async () => {
    clearTimeout(timer);
    // Nobody looks, or there is no line: the events below wake it.
    if (document.hidden || !navigator.onLine) return;
    const fresh = await fetchPage('omit');
    const found = fresh && findEsito(fresh);
    if (found && (found.stato !== shown.stato || found.paidKeys !== shown.paidKeys)) {
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
  const { stato, pagati: paidKeys } = page.getElementById('esito')?.dataset ?? {};
  return stato === undefined ? undefined : { stato, paidKeys };
};

/** This page as it is now, or null when it did not come: then there is a next time. */
async function fetchPage(credentials: RequestCredentials): Promise<Document | null> {
  const answer = await fetch(location.href, { credentials, cache: 'no-store' }).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
}

/** Title, heading and outcome of the new page in place of the old. */
function showEsito(page: Document): void {
  document.title = page.title;
  for (const selector of ['h1', '#esito']) {
    const [old, fresh] = [document.querySelector(selector), page.querySelector(selector)];
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
  }
  announceEsito(document.querySelector('h1')?.textContent ?? '');
  // Seen in the heading: here it is for who listens.
  document.getElementById(ANNOUNCEMENT_ID)?.classList.add('visually-hidden');
  followEsito();
}

function announceEsito(words: string): void {
  const announcement = document.getElementById(ANNOUNCEMENT_ID);
  if (announcement) announcement.textContent = words;
}
