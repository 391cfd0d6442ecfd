/** Has the browser keep the still shell of the form, once the page has nothing else to do. */
import { WORKER_PATH } from './shell.ts';

type LineConnection = { saveData?: boolean };

/** Not for somebody who saves data. */
export function keepShell(): void {
  const { serviceWorker } = navigator;
  const { connection } = navigator as { connection?: LineConnection };
  if (!serviceWorker || connection?.saveData) return;
  const register = () =>
    serviceWorker
      .register(WORKER_PATH, { scope: '/segnalazione', updateViaCache: 'none' })
      .catch((cause: unknown) => console.debug(cause));
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(register) : setTimeout(register, 5000));
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
