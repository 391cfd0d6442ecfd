/** Who comes back from a chat finds its messages read, and new ones appear in the count without a reload. No island: these pages load no React. */
import { keepList } from '../../../platform/vault/vault.browser.ts';
import type { PraticaListItem } from '../../services/segnalazione/own-pratiche.contract.ts';
import { $pratiche, $unreadMessages } from './area.store.ts';

/** Milliseconds between two questions while the page is seen. */
const REFRESH_MS = 60_000;

/** @param path of the call that lists the cases: from the page, so that no contract travels with it */
export function followCases(path: string): void {
  $pratiche.listen((pratiche) => pratiche?.forEach(markUnread));
  $unreadMessages.listen((unread) => {
    if (unread !== undefined) showUnread(unread);
  });
  const refresh = () => document.hidden || void refreshPratiche(path);
  refresh();
  setInterval(refresh, REFRESH_MS);
  document.addEventListener('visibilitychange', refresh);
  addEventListener('pageshow', (event) => event.persisted && refresh());
}

async function refreshPratiche(path: string): Promise<void> {
  const pratiche = await fetch(path, { headers: { accept: 'application/json' } }).then(parsePratiche, ignoreFailure);
  // What the server rendered stays where nothing better is known.
  if (!pratiche) return;
  $pratiche.set(pratiche);
  await keepList('segnalazioni', pratiche);
}

async function parsePratiche(answer: Response): Promise<PraticaListItem[] | undefined> {
  return answer.ok ? (await answer.json()).data : undefined;
}

/** No network is no fault of ours; the next question may find it again. */
function ignoreFailure(): undefined {}

/** The mark of a case in a list of the page. */
function markUnread({ id, messaggi_non_letti }: PraticaListItem): void {
  const el = document.querySelector<HTMLElement>(`[data-pratica="${CSS.escape(id)}"]`);
  if (!el) return;
  el.hidden = messaggi_non_letti === 0;
  el.textContent = `${messaggi_non_letti} da leggere`;
}

/** The number beside the tab of the messages, with the words that say what it counts; none is no number. */
function showUnread(unread: number): void {
  const el = document.querySelector<HTMLElement>('[data-conteggio="messaggi"]');
  const number = el?.querySelector('b');
  if (!el || !number) return;
  el.hidden = unread === 0;
  number.textContent = String(unread);
}
