/** Who comes back from a chat finds its messages read, and new ones appear in the count without a reload. */
import { keep } from '../../platform/vault/vault.browser.ts';
import type { PraticaInElenco } from '../segnalazione/mie.contract.ts';
import { $conteggi } from './area.store.ts';
import { mostraConteggi } from './conteggi.browser.ts';

/** Milliseconds between two questions while the page is seen. */
const OGNI = 60_000;

/** @param percorso of the call that lists the cases: from the page, so that no contract travels with it */
export function seguiPratiche(percorso: string): void {
  mostraConteggi();
  const aggiorna = () => document.hidden || void leggi(percorso);
  aggiorna();
  setInterval(aggiorna, OGNI);
  document.addEventListener('visibilitychange', aggiorna);
  addEventListener('pageshow', (event) => event.persisted && aggiorna());
}

async function leggi(percorso: string): Promise<void> {
  const pratiche = await fetch(percorso, { headers: { accept: 'application/json' } }).then(dati, nessuna);
  // What the server rendered stays where nothing better is known.
  if (!pratiche) return;
  $conteggi.setKey(
    'messaggi',
    pratiche.reduce((sum, p) => sum + p.messaggi_non_letti, 0),
  );
  for (const pratica of pratiche) segna(pratica);
  await keep('segnalazioni', pratiche);
}

async function dati(answer: Response): Promise<PraticaInElenco[] | undefined> {
  return answer.ok ? (await answer.json()).data : undefined;
}

/** No network is no fault of ours; the next question may find it again. */
function nessuna(): undefined {}

/** The mark of a case in a list of the page. */
function segna({ id, messaggi_non_letti }: PraticaInElenco): void {
  const el = document.querySelector<HTMLElement>(`[data-pratica="${CSS.escape(id)}"]`);
  if (!el) return;
  el.hidden = messaggi_non_letti === 0;
  el.textContent = `${messaggi_non_letti} da leggere`;
}
