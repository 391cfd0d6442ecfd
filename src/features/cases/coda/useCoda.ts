/** What a form does that may be sent later: without a connection it goes on, and waits in this browser. */
import { type ReactElement, useRef, useState } from 'react';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { isKeptHere } from '../allegati/kept-files.ts';
import type { QueuedForm } from './coda.browser.ts';

/** @property isShell nothing is sent from this page at all */
type FormPage = { login?: { counter?: true } | undefined; isShell?: true };

/** @param path of the form */
export function useCoda({ login, isShell }: FormPage, path: string) {
  const [waiting, setWaiting] = useState<ReactElement>();
  // At the counter the person is there.
  const waits = !login?.counter;
  const part = useRef<Promise<typeof import('./coda-form.browser.ts')>>(undefined);
  const isOffline = () => waits && (isShell === true || !navigator.onLine);

  /** Fetches with the first key what has to be there when the connection goes. */
  function prepare(): void {
    if (!waits || part.current) return;
    const loading = import('./coda-form.browser.ts');
    part.current = loading;
    loading
      .then((m) => m.prepareOffline(path))
      .catch(() => {
        part.current = undefined; // the next key tries again
      });
  }

  /** @returns false when this browser cannot keep it, or the part for it never arrived */
  async function queue(form: QueuedForm): Promise<boolean> {
    prepare();
    const script = await part.current?.catch(() => undefined);
    const shown = await script?.queueAndShow(form, isShell ? 'nobody' : login ? 'login' : 'guest');
    setWaiting(shown);
    return shown !== undefined;
  }

  /** Sends it, or lets it wait. @returns undefined when it waits @throws what `send` throws */
  async function sendOrQueue<T>(form: QueuedForm, send: () => Promise<T>): Promise<T | undefined> {
    if ((isOffline() || form.allegati.some(({ Id }) => isKeptHere(Id))) && (await queue(form))) return undefined;
    try {
      return await send();
    } catch (error) {
      // The answer may be lost: under the same key the portal gives it again.
      if (error instanceof CallError && isOffline() && (await queue(form))) return undefined;
      throw error;
    }
  }

  return { waiting, prepare, isOffline, sendOrQueue };
}
