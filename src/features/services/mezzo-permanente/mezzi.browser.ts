/** Makes the buttons of the list calls that change a row and the totals. A refused button is sent as the page's POST, which says why. */
import { scriptForm } from '../../../platform/scripted-form.browser.ts';

export function initMezziList(): void {
  const form = document.querySelector<HTMLFormElement>('form#mezzi');
  if (form) scriptForm(form, { takes: (button) => Boolean(button?.value), send: (button) => pressRow(form, button) });
  addEventListener('pageshow', ({ persisted }) => {
    // The browser's Back shows the list as it was left, perhaps before a device was changed.
    const [{ type }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
    if (persisted || type === 'back_forward') return location.reload();
    // After the form of a device the citizen continues at its row.
    const target = form?.querySelector<HTMLElement>('li:target');
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  });
}

async function pressRow(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<'done' | 'post'> {
  if (!button) return 'post';
  button.ariaDisabled = 'true';
  try {
    const script = await import('./mezzi-calls.browser.ts').catch(console.debug);
    if (script) {
      await script.pressButton(form, button);
      return 'done';
    }
    if (navigator.onLine) return 'post';
  } catch (cause) {
    console.debug(cause);
    if ((cause as Error | undefined)?.name === 'PortalError') return 'post';
  } finally {
    button.ariaDisabled = null;
  }
  // It is unknown what was done: a press of the same button asks again.
  showNoAnswer(button);
  return 'done';
}

function showNoAnswer(button: HTMLButtonElement): void {
  document.getElementById('senza-linea')?.remove();
  const alert = document.createElement('span');
  alert.id = 'senza-linea';
  alert.role = 'alert';
  button.after(alert);
  alert.textContent = navigator.onLine ? 'Non ha funzionato: riprova.' : 'Non c’è connessione: riprova quando torna.';
}
