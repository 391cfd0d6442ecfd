/** State of the positions tab in the browser: its calls, their outcomes, and where the focus goes afterwards. */
import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { send } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { nuovaChiave } from '../../../platform/key.browser.ts';
import { $utente } from '../../../platform/utente.store.ts';
import { useList } from '../../../platform/vault/ListState.tsx';
import { outcomeOf, useSend } from '../../../ui/form/useSend.ts';
import { operations } from '../../cases/posizione/posizione.contract.ts';
import type { Posizione } from '../../cases/posizione/posizione.controlli.ts';
import { elencoPosizioni } from './posizioni.browser.ts';
import type { Fatto, PosizioniProps } from './posizioni.ts';

type Lavoro = 'aggiungi' | 'togli';

const NON_RIUSCITI: Readonly<Record<Lavoro, string>> = {
  aggiungi:
    'Non siamo riusciti ad aggiungere la posizione: i codici che hai scritto sono ancora qui. Controlla la connessione e riprova.',
  togli: 'Non siamo riusciti a togliere la posizione. Controlla la connessione e riprova.',
};

/** What the tab of the positions does once scripts run: adds and removes without a new page. */
export function usePosizioni(props: PosizioniProps) {
  const elenco = useList<Posizione>(elencoPosizioni, props.posizioni);
  // What was done here, after what the page came with.
  const [fatto, setFatto] = useState<{ fatto?: Fatto | undefined }>(props);
  const [togli, setTogli] = useState<Posizione>();
  // The question that came with the page stays until it is answered.
  const [domanda, setDomanda] = useState(props.togli);
  // Codes that were accepted leave an empty form, with a key of its own.
  const [chiave, setChiave] = useState(props.chiave);
  const detto = useRef<HTMLDivElement>(null);
  const { outcome, show, busy, running, run } = useSend<Lavoro>(
    { errors: props.errori, message: props.messaggio },
    {
      refused: (error, quale) => {
        setTogli(undefined);
        return outcomeOf(error, NON_RIUSCITI[quale]);
      },
    },
  );
  const uscito = useStore($utente, { ssr: 'initial' }) === null;

  useEffect(() => {
    // The button that was pressed is gone: the focus goes to the words that say what was done, once the dialog has given it back.
    if (fatto.fatto && fatto !== props) detto.current?.focus();
  }, [fatto, props]);

  const fai = (quale: Lavoro, fatto: Fatto, work: () => Promise<unknown>) =>
    run(quale, async () => {
      show({});
      setFatto({});
      await work();
      await elencoPosizioni.reload();
      if (quale === 'aggiungi') setChiave(nuovaChiave());
      setTogli(undefined);
      setDomanda(undefined);
      setFatto({ fatto });
      return {};
    });

  function aggiungi(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { codice_utente = '', codice_controllo = '' } = Object.fromEntries(new FormData(event.currentTarget));
    const codici = { codice_utente: String(codice_utente), codice_controllo: String(codice_controllo) };
    void fai('aggiungi', 'aggiunta', () => send(operations.nuovaPosizione, codici, { key: chiave }));
  }

  function togliDavvero(id: string) {
    void fai('togli', 'tolta', async () => {
      try {
        await send(operations.togliPosizione, { id });
      } catch (error) {
        // Removed already, on another page perhaps: it is gone.
        if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
      }
    });
  }

  return {
    ...{ uscito, elenco, togli, domanda, chiave, detto, aggiungi, togliDavvero },
    esito: { errori: outcome.errors, messaggio: outcome.message, fatto: fatto.fatto },
    lavoro: busy,
    chiedi: setTogli,
    chiudi: () => running.current || setTogli(undefined),
    riprova: () => void elencoPosizioni.reload(),
  };
}
