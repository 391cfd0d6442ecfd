/** Begins a declaration by a call. Incomplete or refused, the form is sent as the page's POST, which shows the errors. */
import { scriptForm } from '../../../platform/scripted-form.browser.ts';

export function initStartForm(): void {
  const form = document.querySelector<HTMLFormElement>('form#inizio');
  if (!form) return;
  scriptForm(form, {
    takes() {
      const { privacy, ente, posizione } = Object.fromEntries(new FormData(form)) as Record<string, string>;
      return Boolean(privacy && (ente || posizione || form.dataset.ente));
    },
    async send() {
      try {
        const { startDichiarazione } = await import('./start-call.browser.ts');
        return await startDichiarazione(form);
      } catch (cause) {
        if ((cause as Error | undefined)?.name === 'PortalError') return 'post';
        showNoAnswer(form);
        return 'done';
      }
    },
  });
}

function showNoAnswer(form: HTMLFormElement): void {
  const alert = form.querySelector('[role="alert"]') ?? document.createElement('p');
  alert.role = 'alert';
  form.append(alert);
  alert.textContent =
    'Non siamo riusciti a iniziare la dichiarazione: quello che hai scelto è ancora qui. Controlla la connessione e riprova.';
}
