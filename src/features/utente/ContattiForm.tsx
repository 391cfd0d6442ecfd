import { type FormEvent, useRef, useState } from 'react';
import { BotConsent } from '../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../platform/bot-check/bot-check.browser.ts';
import type { FieldErrors } from '../../platform/errors.ts';
import { BusyButton } from '../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { DefaultSubmit } from '../../ui/form/NavButtons.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { island } from '../../ui/island.ts';
import { EmailWithCode } from '../otp/EmailWithCode.tsx';

/** As typed. @property codice_inviato_a the address that the last one-time code went to, or '' */
export type Valori = { email: string; telefono: string; codice_inviato_a: string };

export type ContattiProps = {
  valori: Valori;
  /** The address that is confirmed, or '' */
  confermata: string;
  token: string;
  errori?: FieldErrors | undefined;
  /** What belongs to no field */
  messaggio?: string | undefined;
};

/** Where to write to a citizen. Saving is a POST of the page, with and without JavaScript; scripts spare it for the code. */
export const ContattiForm = island(function ContattiForm({
  valori,
  token,
  errori,
  messaggio,
  ...props
}: ContattiProps) {
  const [inviatoA, setInviatoA] = useState(valori.codice_inviato_a);
  const [confermata, setConfermata] = useState(props.confermata);
  const [lavoro, setLavoro] = useState(false);
  const partito = useRef(false);

  function premuto(event: FormEvent) {
    if (partito.current) return event.preventDefault();
    partito.current = true;
    // The browser's Back may bring this page as it was left.
    addEventListener('pageshow', (shown) => shown.persisted && location.reload());
    setLavoro(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only what is inside is listened to
    <div className="testo" onFocus={startBotCheck}>
      <form method="post" action="/aggiorna-dati-ricontatto" noValidate onSubmit={premuto}>
        <DefaultSubmit value="salva" />
        <input type="hidden" name="_token" value={token} />
        <input type="hidden" name="codice_inviato_a" value={inviatoA} />
        <ErrorSummary errors={errori} message={messaggio} />
        <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
        <Panel id="contatti" title="Come ti contattiamo">
          <EmailWithCode
            email={valori.email}
            inviatoA={inviatoA}
            confermata={confermata}
            errors={errori}
            scopo="per le pratiche che invierai"
            onSent={setInviatoA}
            onConfirmed={setConfermata}
          />
          <Field
            name="telefono"
            label="Telefono"
            type="tel"
            autoComplete="tel"
            defaultValue={valori.telefono}
            errors={errori}
            hint="Facoltativo: per chiarimenti veloci."
          />
        </Panel>
        <BotConsent loadNow />
        <div className="cmp-nav-steps">
          <a className="btn btn-outline-primary" href="/area-riservata/profilo-utente">
            Annulla
          </a>
          <BusyButton name="_azione" value="salva" busy={lavoro} busyLabel="Salvo…">
            Salva i contatti
          </BusyButton>
        </div>
      </form>
    </div>
  );
});
