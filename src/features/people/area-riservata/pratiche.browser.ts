/** Updates the unread marks and counts of a list of cases without a reload. A plain script, because these pages load no React. */
import { startRounds } from '../../../platform/rounds.browser.ts';
import { keepList } from '../../../platform/vault/vault.browser.ts';
import { ownPraticheCalls } from '../../cases/pratica/own-pratiche.calls.ts';
import type { PraticaListItem } from '../../cases/pratica/own-pratiche.contract.ts';

const REFRESH_MS = 60_000;

export const followPratiche = () => startRounds(refreshPratiche, { first: 0 });

async function refreshPratiche(): Promise<number> {
  const { path } = ownPraticheCalls.listaSegnalazioni;
  const pratiche = await fetch(path, { headers: { accept: 'application/json' } }).then(parsePratiche, ignoreFailure);
  // Without an answer the page keeps what the server rendered.
  if (!pratiche) return REFRESH_MS;
  let unread = 0;
  for (const pratica of pratiche) {
    unread += pratica.messaggi_non_letti;
    markUnread(pratica);
  }
  showCount('messaggi', unread);
  showCount('pratiche', pratiche.filter(({ stato }) => stato === 'da_integrare').length);
  await keepList('segnalazioni', pratiche);
  return REFRESH_MS;
}

async function parsePratiche(answer: Response): Promise<PraticaListItem[] | undefined> {
  return answer.ok ? (await answer.json()).data : undefined;
}

/** A missing network is not reported: the next call may succeed. */
function ignoreFailure(): undefined {}

/** Updates the mark of a case in a list. */
function markUnread({ id, messaggi_non_letti }: PraticaListItem): void {
  const el = document.querySelector<HTMLElement>(`[data-pratica="${CSS.escape(id)}"]`);
  if (!el) return;
  el.hidden = messaggi_non_letti === 0;
  el.textContent = `${messaggi_non_letti} da leggere`;
}

/** Updates the number beside a tab and the hidden words that explain it; 0 shows nothing. */
function showCount(scheda: 'messaggi' | 'pratiche', count: number): void {
  const el = document.querySelector<HTMLElement>(`[data-conteggio="${scheda}"]`);
  const number = el?.querySelector('b');
  if (!el || !number) return;
  el.hidden = count === 0;
  number.textContent = String(count);
}
