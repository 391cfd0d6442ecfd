/** Leaves the still shell of a form for the portal's own page when the connection is back, unless somebody is writing in it. */
import { startRounds } from '../../../platform/rounds.browser.ts';

/** The browser says that it is online a moment before anything answers. */
const AGAIN_MS = 3_000;

/** @param path of the form */
export function leaveShell(path: string): void {
  let isTyped = false;
  addEventListener('input', () => {
    isTyped = true;
  });
  const isWriting = () => isTyped && document.querySelector('main form') !== null;
  const round = async () => {
    const answers = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers && !isWriting()) location.replace(path);
    return AGAIN_MS;
  };
  startRounds(round, { first: AGAIN_MS });
}
