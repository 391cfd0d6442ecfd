/** Asks again and again, while the page is in sight, which colleagues have the same case open. */
import { presenzaInWords } from './presenza-words.ts';

/** Milliseconds between two questions: several within the time after which an operator counts as gone. */
const ASK_EVERY_MS = 20_000;

/** @returns a function that stops it */
export function followColleagues(): () => void {
  const shown = document.querySelector<HTMLElement>('[data-presenza]');
  if (!shown) return () => {};
  const ask = async () => {
    if (document.hidden) return;
    const answer = await fetch(shown.dataset.presenza ?? '', { headers: { accept: 'application/json' } }).catch(
      () => null,
    );
    // The conversation says that the login has ended, or that there is no connection.
    if (answer?.status === 401 || answer?.status === 404) return clearInterval(timer);
    if (!answer?.ok) return;
    const words = presenzaInWords((await answer.json()).data.altri);
    // The same words are not read aloud again.
    if (shown.textContent !== words) shown.textContent = words;
  };
  const timer = setInterval(ask, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', ask);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', ask);
  };
}
