/** Sends a public report on in one press: by what the phone offers, else by its address on the clipboard. */
export function startShare(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-indirizzo]');
  const status = document.querySelector('#condividi-esito');
  const { titolo: title, indirizzo: url } = button?.dataset ?? {};
  if (!button?.parentElement || !status || !url) return;
  // Both need a secure page, and some browsers have neither.
  const hasApps = 'share' in navigator;
  if (!hasApps && !('clipboard' in navigator)) return;
  if (hasApps) button.textContent = 'Condividi con un’app…';
  button.parentElement.hidden = false;
  button.addEventListener('click', async () => {
    try {
      if (hasApps) await navigator.share({ title, url });
      else await navigator.clipboard.writeText(url);
      status.textContent = hasApps ? '' : 'Indirizzo copiato.';
    } catch (error) {
      // Closing the list of apps is no failure.
      if ((error as Error).name !== 'AbortError')
        status.textContent = `Non siamo riusciti: copia tu l’indirizzo ${url}`;
    }
  });
}
