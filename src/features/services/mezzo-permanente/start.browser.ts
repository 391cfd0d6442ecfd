/** Begins a declaration by a call. Incomplete or refused, the form is sent as the page's POST, which shows the errors. */
export function initStartForm(): void {
  const form = document.querySelector<HTMLFormElement>('form#inizio');
  if (!form) return;
  let state: 'idle' | 'calling' | 'native' = 'idle';
  form.addEventListener('submit', (event) => {
    const { privacy, ente, posizione } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const isComplete = privacy && (ente || posizione || form.dataset.ente);
    if (state === 'native' || (state === 'idle' && !isComplete)) return;
    event.preventDefault();
    if (state === 'calling') return;
    state = 'calling';
    import('./start-call.browser.ts')
      .then(({ startDichiarazione }) => startDichiarazione(form))
      .catch((cause) => {
        state = 'idle';
        if (cause?.name === 'PortalError') {
          state = 'native';
          form.requestSubmit(event.submitter);
        } else showNoAnswer(form);
      });
  });
}

function showNoAnswer(form: HTMLFormElement): void {
  const alert = form.querySelector('[role="alert"]') ?? document.createElement('p');
  alert.role = 'alert';
  form.append(alert);
  alert.textContent =
    'Non siamo riusciti a iniziare la dichiarazione: quello che hai scelto è ancora qui. Controlla la connessione e riprova.';
}
