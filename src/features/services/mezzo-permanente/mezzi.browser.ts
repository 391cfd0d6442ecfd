/** The list of devices without a reload: a button is a call, and its row and the totals change. What is refused the page's own POST says. */
const OCCUPATO = 'aria-disabled';

export function ascolta(): void {
  const form = document.querySelector<HTMLFormElement>('form#mezzi');
  form?.addEventListener('submit', (event) => {
    const bottone = event.submitter as HTMLButtonElement | null;
    if (!bottone?.value || form.dataset.intero) return;
    event.preventDefault();
    if (form.querySelector(`[${OCCUPATO}]`)) return;
    bottone.setAttribute(OCCUPATO, 'true');
    void premuto(form, bottone)
      .catch((cause) => {
        console.debug(cause);
        // Without an answer nobody knows what was done: the same button asks again.
        if (cause?.name === 'PortalError' || (navigator.onLine && !form.dataset.pronto)) form.dataset.intero = 'si';
        else senzaRisposta(bottone);
      })
      .finally(() => {
        bottone.removeAttribute(OCCUPATO);
        if (form.dataset.intero) form.requestSubmit(bottone);
      });
  });
  addEventListener('pageshow', ({ persisted }) => {
    // The browser's Back brings the list as it was left, perhaps before a device was changed.
    const [{ type }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
    if (persisted || type === 'back_forward') return location.reload();
    // Who comes back from the form of a device goes on where it stands.
    const scelta = form?.querySelector<HTMLElement>('li:target');
    if (scelta) fuoco(scelta);
  });
}

async function premuto(form: HTMLFormElement, bottone: HTMLButtonElement): Promise<void> {
  const { chiama } = await import('./chiamate.browser.ts');
  form.dataset.pronto = 'si';
  const id = await chiama(bottone);
  const answer = await fetch(`${location.pathname}?riga=${id}`, { headers: { 'x-parte': '1' } });
  // A page instead of a part: the declaration is closed, or the login over. It leads on.
  if (!answer.ok || answer.redirected) return location.reload();
  const nuovi = new DOMParser().parseFromString(await answer.text(), 'text/html').body.children;
  for (const nuovo of [...nuovi]) {
    const vecchio = document.getElementById(nuovo.id);
    if (vecchio) vecchio.replaceWith(nuovo);
    else form.querySelector('.mezzi')?.append(nuovo);
    if (nuovo.matches('li')) segui(nuovo as HTMLElement, bottone.value.split(':')[0]);
  }
}

const DETTI: Readonly<Record<string, string>> = {
  togli: 'Tolto: puoi annullare.',
  rimetti: 'Rimesso.',
  duplica: 'Aggiunto un mezzo uguale, in fondo all’elenco.',
};

/** The reader goes where the row is now; what has happened is read aloud. */
function segui(riga: HTMLElement, azione = ''): void {
  fuoco(riga, azione !== 'duplica');
  const detto = document.getElementById('detto');
  if (detto) detto.textContent = `${riga.querySelector('h3')?.textContent ?? ''}. ${DETTI[azione] ?? ''}`;
}

function senzaRisposta(bottone: HTMLButtonElement): void {
  document.getElementById('senza-linea')?.remove();
  const avviso = document.createElement('span');
  avviso.id = 'senza-linea';
  avviso.role = 'alert';
  bottone.after(avviso);
  avviso.textContent = navigator.onLine ? 'Non ha funzionato: riprova.' : 'Non c’è connessione: riprova quando torna.';
}

function fuoco(riga: HTMLElement, preventScroll = true): void {
  riga.tabIndex = -1;
  riga.focus({ preventScroll });
}
