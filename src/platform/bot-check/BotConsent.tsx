/** The part of a form about the bot check: the question for consent, and the notice that its script could not be loaded. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BotQuestion } from './BotQuestion.tsx';
import type { BotConfig } from './bot-check.ts';
import { loadBotScript, readBotConfig, readConsent, writeConsent } from './bot-script.browser.ts';

type ConsentState = 'quiet' | 'ask' | 'allowed' | 'refused';

/**
 * Stands in every form. With reCAPTCHA it asks before anything of Google is loaded, and lets the citizen change the answer. With
 * either check it says when the script did not load, and offers to try again. Without JavaScript it is empty. On a route without
 * the check nothing is loaded before the send.
 */
export function BotConsent() {
  const [state, setState] = useState<ConsentState>('quiet');
  const [failed, setFailed] = useState(false);
  const [Question, setQuestion] = useState<typeof BotQuestion>();
  const box = useRef<HTMLDivElement>(null);

  const load = useCallback(async (config: BotConfig) => {
    if (!config.here) return;
    const came = await loadBotScript(config).then(
      () => true,
      () => false,
    );
    setFailed(!came);
  }, []);

  useEffect(() => {
    const config = readBotConfig();
    if (!config) return;
    const answer = readConsent();
    if (config.kind === 'recaptcha') {
      setState(answer === 'si' ? 'allowed' : answer === 'no' ? 'refused' : 'ask');
      // A portal that uses its own check never sends these words.
      import('./BotQuestion.tsx').then(
        ({ BotQuestion }) => setQuestion(() => BotQuestion),
        () => setFailed(true),
      );
    }
    if (config.kind === 'altcha' || answer === 'si') load(config);
  }, [load]);

  const decide = (answer: 'si' | 'no') => {
    writeConsent(answer);
    setState(answer === 'si' ? 'allowed' : 'refused');
    setFailed(false);
    // The buttons are gone; this keeps the focus where the citizen was.
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
      {state !== 'quiet' && Question && <Question state={state} decide={decide} change={change} />}
      {failed && state !== 'refused' && <NotAvailable retry={retry} />}
    </div>
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
