/** The question for consent to reCAPTCHA, apart from the form so that only portals that use reCAPTCHA send it. */

type Props = { state: 'ask' | 'allowed' | 'refused'; decide(answer: 'si' | 'no'): void; change(): void };

/** Asks before anything of Google is loaded, and lets the citizen change the answer. */
export function BotQuestion({ state, decide, change }: Props) {
  if (state === 'ask') return <ConsentQuestion decide={decide} />;
  return (
    <p className="small">
      {state === 'allowed'
        ? 'Hai consentito la verifica Google. '
        : 'Non hai consentito la verifica Google: puoi inviare lo stesso. '}
      <button type="button" className="btn btn-link p-0" onClick={change}>
        Cambia scelta
      </button>
    </p>
  );
}

function ConsentQuestion({ decide }: { decide: (answer: 'si' | 'no') => void }) {
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
