import { type FormEvent, useEffect, useRef, useState } from 'react';
import { BotConsent } from '../../platform/bot-check/BotConsent.tsx';
import { botToken, startBotCheck } from '../../platform/bot-check/bot-check.browser.ts';
import { BOT_FIELD } from '../../platform/bot-check/bot-check.ts';
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx';
import { type Azione, DefaultSubmit, NavButtons } from '../../ui/form/NavButtons.tsx';
import { useMounted } from '../../ui/form/useMounted.ts';
import { island } from '../../ui/island.ts';
import { TerminiDialog } from '../modulo/TerminiDialog.tsx';
import { indirizzo } from './passi.ts';

/** @property id of the declaration @property chiave makes one case of it, however often it is sent */
export type InvioPassoProps = { id: string; chiave: string; token: string };

const SENZA_RETE =
  'Non siamo riusciti a inviare la dichiarazione: i tuoi dati sono salvi. Controlla la connessione e premi di nuovo «Invia».';

/** The buttons under the summary, each a POST of the page. Scripts ask once more before the send. */
export const InvioPasso = island(function InvioPasso({ id, chiave, token }: InvioPassoProps) {
  const mounted = useMounted();
  const form = useRef<HTMLFormElement>(null);
  const confermato = useRef(false);
  const [chiede, setChiede] = useState(false);
  const [lavoro, setLavoro] = useState<Azione>();
  const [messaggio, setMessaggio] = useState<string>();

  // The browser's Back brings the page as it was left.
  useEffect(() => {
    const tornato = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', tornato);
    return () => removeEventListener('pageshow', tornato);
  }, []);

  function premuto(event: FormEvent) {
    const azione = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') as Azione;
    if (confermato.current) return;
    if (lavoro) return event.preventDefault();
    if (azione !== 'invia') return setLavoro(azione);
    event.preventDefault();
    setMessaggio(undefined);
    setChiede(true);
  }

  async function invia() {
    const suo = form.current;
    if (lavoro || !suo) return;
    setLavoro('invia');
    const gettone = await botToken('spent');
    if (!navigator.onLine) {
      setLavoro(undefined);
      setChiede(false);
      return setMessaggio(SENZA_RETE);
    }
    const campo = suo.querySelector<HTMLInputElement>(`[name="${BOT_FIELD}"]`);
    if (campo) campo.value = gettone ?? '';
    confermato.current = true;
    suo.requestSubmit(suo.querySelector<HTMLButtonElement>('[value="invia"]'));
  }

  return (
    <form
      ref={form}
      method="post"
      action={indirizzo('riepilogo', id)}
      noValidate
      onSubmit={premuto}
      onFocus={startBotCheck}
    >
      <DefaultSubmit value="invia" />
      <input type="hidden" name="_token" value={token} />
      <input type="hidden" name="_chiave" value={chiave} />
      <input type="hidden" name={BOT_FIELD} defaultValue="" />
      <ErrorSummary message={messaggio} />
      <BotConsent />
      <NavButtons next="invia" busy={lavoro} />
      {mounted && (
        <TerminiDialog
          open={chiede}
          busy={lavoro === 'invia'}
          onClose={() => lavoro || setChiede(false)}
          onConfirm={() => void invia()}
        />
      )}
    </form>
  );
});
