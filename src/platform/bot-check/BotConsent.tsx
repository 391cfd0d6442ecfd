import { useCallback, useEffect, useRef, useState } from 'react';
import type { BotConfig } from './bot-check.ts';
import { loadBotScript, readBotConfig, readConsent, writeConsent } from './bot-script.browser.ts';

type State = 'quiet' | 'ask' | 'allowed' | 'refused';

/**
 * Stands in every form. With reCAPTCHA it asks before anything of Google is loaded, and lets the citizen change the
 * answer; with either check it says when the script did not come, and offers to try again. Without JavaScript: empty.
 * @param loadNow whether the script belongs to this page's route; elsewhere it is fetched at the first send
 */
export function BotConsent({ loadNow }: { loadNow: boolean }) {
  const [state, setState] = useState<State>('quiet');
  const [failed, setFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  const load = useCallback(
    async (config: BotConfig) => {
      if (!loadNow) return;
      const came = await loadBotScript(config).then(
        () => true,
        () => false,
      );
      setFailed(!came);
    },
    [loadNow],
  );

  useEffect(() => {
    const config = readBotConfig();
    if (!config) return;
    const answer = readConsent();
    if (config.kind === 'recaptcha') setState(answer === 'si' ? 'allowed' : answer === 'no' ? 'refused' : 'ask');
    if (config.kind === 'altcha' || answer === 'si') load(config);
  }, [load]);

  const decide = (answer: 'si' | 'no') => {
    writeConsent(answer);
    setState(answer === 'si' ? 'allowed' : 'refused');
    setFailed(false);
    // The buttons are gone: the focus stays where the citizen was.
    box.current?.focus();
    const config = readBotConfig();
    if (config && answer === 'si') load(config);
  };

  const change = () => {
    setState('ask');
    box.current?.focus();
  };

  const retry = async () => {
    const config = readBotConfig();
    if (config) await load(config);
    box.current?.focus();
  };

  return (
    <div ref={box} tabIndex={-1}>
      {state === 'ask' && <Question decide={decide} />}
      {(state === 'allowed' || state === 'refused') && (
        <p className="small">
          {state === 'allowed'
            ? 'Hai consentito la verifica Google. '
            : 'Non hai consentito la verifica Google: puoi inviare lo stesso. '}
          <button type="button" className="btn btn-link btn-sm p-0" onClick={change}>
            Cambia scelta
          </button>
        </p>
      )}
      {failed && state !== 'refused' && <NotAvailable retry={retry} />}
    </div>
  );
}

function Question({ decide }: { decide: (answer: 'si' | 'no') => void }) {
  return (
    <fieldset className="border rounded p-3 mb-3">
      <legend className="h6">Vuoi consentire la verifica Google?</legend>
      <p>
        Per riconoscere gli invii automatici questo portale può usare reCAPTCHA, un servizio di Google. Se lo consenti,
        il tuo browser si collega a Google, che riceve il tuo indirizzo IP e dati sul browser e può salvare cookie sul
        tuo dispositivo.
      </p>
      <p>
        Se non lo consenti puoi compilare e inviare il modulo lo stesso: se non hai fatto l’accesso e non hai confermato
        l’e-mail, il numero di invii in un’ora è limitato. La scelta vale sei mesi e puoi cambiarla qui.
      </p>
      <button type="button" className="btn btn-outline-primary me-2 mb-2" onClick={() => decide('si')}>
        Consenti la verifica Google
      </button>
      <button type="button" className="btn btn-outline-primary mb-2" onClick={() => decide('no')}>
        Non consentire
      </button>
    </fieldset>
  );
}

function NotAvailable({ retry }: { retry: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const again = async () => {
    if (busy) return;
    setBusy(true);
    await retry();
    setBusy(false);
  };
  return (
    <div className="alert alert-warning" role="alert">
      <p>
        <strong>Verifica non disponibile: riprova.</strong> Il controllo contro gli invii automatici non si è caricato.
        Controlla la connessione; quello che hai scritto è ancora qui e puoi inviarlo anche senza verifica.
      </p>
      <button type="button" className="btn btn-outline-primary" aria-disabled={busy} onClick={again}>
        {busy ? 'Attendi…' : 'Riprova'}
      </button>
    </div>
  );
}
