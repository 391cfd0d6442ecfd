/** A declaration is begun by a call. What is not whole or is refused the page's own POST tells beside its field. */
export function comincia(): void {
  const form = document.querySelector<HTMLFormElement>('form#inizio');
  if (!form) return;
  let stato: 'ferma' | 'chiama' | 'alla pagina' = 'ferma';
  form.addEventListener('submit', (event) => {
    const { privacy, ente, posizione } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const tutto = privacy && (ente || posizione || form.dataset.ente);
    if (stato === 'alla pagina' || (stato === 'ferma' && !tutto)) return;
    event.preventDefault();
    if (stato === 'chiama') return;
    stato = 'chiama';
    import('./inizia.browser.ts')
      .then(({ inizia }) => inizia(form))
      .catch((cause) => {
        stato = 'ferma';
        if (cause?.name === 'PortalError') {
          stato = 'alla pagina';
          form.requestSubmit(event.submitter);
        } else senzaRisposta(form);
      });
  });
}

function senzaRisposta(form: HTMLFormElement): void {
  const avviso = form.querySelector('[role="alert"]') ?? document.createElement('p');
  avviso.role = 'alert';
  form.append(avviso);
  avviso.textContent =
    'Non siamo riusciti a iniziare la dichiarazione: quello che hai scelto è ancora qui. Controlla la connessione e riprova.';
}
