/** State of the positions tab in the browser: its calls, their outcomes, and where the focus goes afterwards. */
import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { newSendKey } from '../../../platform/key.browser.ts';
import { $utente } from '../../../platform/utente.store.ts';
import { useList } from '../../../platform/vault/ListState.tsx';
import { outcomeOf, useSend } from '../../../ui/form/useSend.ts';
import { posizioneCalls } from '../../cases/posizione/posizione.calls.ts';
import type { Posizione } from '../../cases/posizione/posizione.checks.ts';
import { posizioniList } from './posizioni.browser.ts';
import type { DoneAction, PosizioniProps } from './posizioni.ts';

type PosizioniTask = 'aggiungi' | 'togli';

const FAILED_MESSAGES: Readonly<Record<PosizioniTask, string>> = {
  aggiungi:
    'Non siamo riusciti ad aggiungere la posizione: i codici che hai scritto sono ancora qui. Controlla la connessione e riprova.',
  togli: 'Non siamo riusciti a togliere la posizione. Controlla la connessione e riprova.',
};

/** Adds and removes positions without a new page. */
export function usePosizioni(props: PosizioniProps) {
  const list = useList<Posizione>(posizioniList, props.posizioni);
  // The outcome of the last action here, or the one the page came with.
  const [done, setDone] = useState<{ done?: DoneAction | undefined }>(props);
  const [toRemove, setToRemove] = useState<Posizione>();
  // The question of the page stays until the citizen answers it.
  const [askedId, setAskedId] = useState(props.removeId);
  // After codes were accepted the form is empty again, with a new key.
  const [sendKey, setSendKey] = useState(props.sendKey);
  const statusRef = useRef<HTMLDivElement>(null);
  const { outcome, show, busy, running, run } = useSend<PosizioniTask>(
    { errors: props.errors, message: props.message },
    {
      refused: (error, task) => {
        setToRemove(undefined);
        return outcomeOf(error, FAILED_MESSAGES[task]);
      },
    },
  );
  const isLoggedOut = useStore($utente, { ssr: 'initial' }) === null;

  useEffect(() => {
    // The pressed button is gone, so the focus moves to the outcome once the dialog has returned it.
    if (done.done && done !== props) statusRef.current?.focus();
  }, [done, props]);

  const runTask = (task: PosizioniTask, done: DoneAction, work: () => Promise<unknown>) =>
    run(task, async () => {
      show({});
      setDone({});
      await work();
      await posizioniList.reload();
      if (task === 'aggiungi') setSendKey(newSendKey());
      setToRemove(undefined);
      setAskedId(undefined);
      setDone({ done });
      return {};
    });

  function addPosizione(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { codice_utente = '', codice_controllo = '' } = Object.fromEntries(new FormData(event.currentTarget));
    const codici = { codice_utente: String(codice_utente), codice_controllo: String(codice_controllo) };
    void runTask('aggiungi', 'aggiunta', () => sendCall(posizioneCalls.nuovaPosizione, codici, { key: sendKey }));
  }

  function confirmRemoval(id: string) {
    void runTask('togli', 'tolta', async () => {
      try {
        await sendCall(posizioneCalls.togliPosizione, { id });
      } catch (error) {
        // Already removed, perhaps on another page.
        if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
      }
    });
  }

  return {
    isLoggedOut,
    list,
    toRemove,
    askedId,
    sendKey,
    statusRef,
    addPosizione,
    confirmRemoval,
    outcome: { errors: outcome.errors, message: outcome.message, done: done.done },
    busyTask: busy,
    askRemoval: setToRemove,
    closeDialog: () => running.current || setToRemove(undefined),
    retry: () => void posizioniList.reload(),
  };
}
