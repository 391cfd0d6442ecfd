/**
 * The outcome page looks again by itself, with growing waits, while the payment is being verified. It looks without cookies: a
 * question that nobody asked is no action that keeps a login alive (product rule).
 */

/** Milliseconds before each look; afterwards the citizen asks. */
const ATTESE = [2, 3, 5, 8, 12, 20, 30, 45, 60, 60, 120, 120, 240, 240].map((secondi) => secondi * 1000);

const DETTO = 'esito-detto';

/** @returns ms before the look of this number, undefined when it is enough */
export const attesa = (giro: number): number | undefined => ATTESE[giro];

export function segui(): void {
  const mostrato = trova(document);
  if (mostrato?.stato !== 'in_verifica') return;
  let giro = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const guarda = async () => {
    clearTimeout(timer);
    // Nobody looks, or there is no line: the events below wake it.
    if (document.hidden || !navigator.onLine) return;
    const nuovo = await pagina('omit');
    const trovato = nuovo && trova(nuovo);
    if (trovato && (trovato.stato !== mostrato.stato || trovato.pagati !== mostrato.pagati)) {
      const mia = await pagina('same-origin');
      if (mia) return mostra(mia);
    }
    dopo();
  };
  const dopo = () => {
    const fra = attesa(giro++);
    if (fra !== undefined) timer = setTimeout(guarda, fra);
    else
      di('Non controlliamo più da soli su questa pagina: ricaricala per vedere com’è andata. Ti scriviamo comunque.');
  };
  document.addEventListener('visibilitychange', guarda);
  addEventListener('online', guarda);
  dopo();
}

const trova = (pagina: Document) => {
  const { stato, pagati } = pagina.getElementById('esito')?.dataset ?? {};
  return stato === undefined ? undefined : { stato, pagati };
};

/** This page as it is now, or null when it did not come: then there is a next time. */
async function pagina(credentials: RequestCredentials): Promise<Document | null> {
  const answer = await fetch(location.href, { credentials, cache: 'no-store' }).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
}

/** Title, heading and outcome of the new page in place of the old. */
function mostra(nuova: Document): void {
  document.title = nuova.title;
  for (const dove of ['h1', '#esito']) {
    const [vecchio, nuovo] = [document.querySelector(dove), nuova.querySelector(dove)];
    if (vecchio && nuovo) vecchio.replaceWith(document.adoptNode(nuovo));
  }
  di(document.querySelector('h1')?.textContent ?? '');
  // Seen in the heading: here it is for who listens.
  document.getElementById(DETTO)?.classList.add('visually-hidden');
  segui();
}

function di(parole: string): void {
  const detto = document.getElementById(DETTO);
  if (detto) detto.textContent = parole;
}
