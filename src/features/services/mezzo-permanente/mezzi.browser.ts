/** Makes the buttons of the list calls that change a row and the totals. A refused button is sent as the page's POST, which says why. */
const BUSY_ATTRIBUTE = 'aria-disabled';

export function initMezziList(): void {
  const form = document.querySelector<HTMLFormElement>('form#mezzi');
  form?.addEventListener('submit', (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    if (!button?.value || form.dataset.intero) return;
    event.preventDefault();
    if (form.querySelector(`[${BUSY_ATTRIBUTE}]`)) return;
    button.setAttribute(BUSY_ATTRIBUTE, 'true');
    void onPressed(form, button)
      .catch((cause) => {
        console.debug(cause);
        // Without an answer it is unknown what was done: a press of the same button asks again.
        if (cause?.name === 'PortalError' || (navigator.onLine && !form.dataset.pronto)) form.dataset.intero = 'si';
        else showNoAnswer(button);
      })
      .finally(() => {
        button.removeAttribute(BUSY_ATTRIBUTE);
        if (form.dataset.intero) form.requestSubmit(button);
      });
  });
  addEventListener('pageshow', ({ persisted }) => {
    // The browser's Back shows the list as it was left, perhaps before a device was changed.
    const [{ type }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
    if (persisted || type === 'back_forward') return location.reload();
    // After the form of a device the citizen continues at its row.
    const target = form?.querySelector<HTMLElement>('li:target');
    if (target) focusRow(target);
  });
}

async function onPressed(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const { callForButton } = await import('./mezzi-calls.browser.ts');
  form.dataset.pronto = 'si';
  const newId = await callForButton(button);
  const rowId = newId === undefined ? (button.closest('li')?.id ?? '') : `mezzo-${newId}`;
  // Without its search the page has every row.
  const answer = await fetch(location.pathname);
  // Another page is the answer when the declaration is closed or the login over: the reload follows it.
  if (!answer.ok || answer.redirected) return location.reload();
  const freshPage = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const elementId of [rowId, 'totali']) {
    const fresh = freshPage.getElementById(elementId);
    const old = document.getElementById(elementId);
    // In a back end a removed device is gone, and cannot be put back.
    if (!fresh && elementId === rowId && old) removeRow(old);
    if (!fresh) continue;
    if (old) old.replaceWith(fresh);
    else form.querySelector('.mezzi')?.append(fresh);
    if (fresh.matches('li')) followRow(fresh, button.value.split(':')[0]);
  }
}

const SPOKEN_TEXTS: Readonly<Record<string, string>> = {
  togli: 'Tolto: puoi annullare.',
  rimetti: 'Rimesso.',
  duplica: 'Aggiunto un mezzo uguale, in fondo all’elenco.',
};

/** Moves the focus to the row, and has the change read aloud. */
function followRow(row: HTMLElement, azione = ''): void {
  focusRow(row, azione !== 'duplica');
  const spoken = document.getElementById('detto');
  if (spoken) spoken.textContent = `${row.querySelector('h2')?.textContent ?? ''}. ${SPOKEN_TEXTS[azione] ?? ''}`;
}

function removeRow(row: HTMLElement): void {
  const spoken = document.getElementById('detto');
  if (spoken) spoken.textContent = `${row.querySelector('h2')?.textContent ?? ''}. Tolto.`;
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  if (next) focusRow(next as HTMLElement);
}

function showNoAnswer(button: HTMLButtonElement): void {
  document.getElementById('senza-linea')?.remove();
  const alert = document.createElement('span');
  alert.id = 'senza-linea';
  alert.role = 'alert';
  button.after(alert);
  alert.textContent = navigator.onLine ? 'Non ha funzionato: riprova.' : 'Non c’è connessione: riprova quando torna.';
}

function focusRow(row: HTMLElement, preventScroll = true): void {
  row.tabIndex = -1;
  row.focus({ preventScroll });
}
