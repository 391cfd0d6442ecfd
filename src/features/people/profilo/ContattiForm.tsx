/** The form in which a citizen changes their e-mail address and telephone; a code confirms a new address. */
import { useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { send } from '../../../platform/client.browser.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { DefaultSubmit } from '../../../ui/form/NavButtons.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { type Typed, useCall } from '../../../ui/form/useCall.ts';
import { island } from '../../../ui/island.ts';
import { confermaCodice } from '../../cases/otp/codice.browser.ts';
import { EmailWithCode } from '../../cases/otp/EmailWithCode.tsx';
import { stessa } from '../../cases/otp/otp.contract.ts';
import { operations } from '../../cases/utente/utente.contract.ts';
import { onScreen, onWire, PERCORSO, SALVATI, type Valori, withoutCode } from './contatti.ts';

export type ContattiProps = {
  valori: Valori;
  /** The address that is confirmed, or '' */
  confermata: string;
  token: string;
  errori?: FieldErrors | undefined;
  /** What belongs to no field */
  messaggio?: string | undefined;
};

/** Where to write to a citizen: a call once scripts run, without them a POST of the page. */
export const ContattiForm = island(function ContattiForm({ valori, token, ...props }: ContattiProps) {
  const [inviatoA, setInviatoA] = useState(valori.codice_inviato_a);
  const [confermata, setConfermata] = useState(props.confermata);
  const form = useCall(
    { errors: props.errori, message: props.messaggio },
    { failed: NON_SALVATI, call: (typed) => save(typed, { inviatoA, confermata, onConfirmed: setConfermata }) },
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only what is inside is listened to
    <div className="testo" onFocus={startBotCheck}>
      <form method="post" action={PERCORSO} noValidate onSubmit={form.submit} onInput={form.edited}>
        <DefaultSubmit value="salva" />
        <input type="hidden" name="_token" value={token} />
        <input type="hidden" name="codice_inviato_a" value={inviatoA} />
        <ErrorSummary errors={form.outcome.errors} message={form.outcome.message} />
        <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
        <Panel id="contatti" title="Come ti contattiamo">
          <EmailWithCode
            email={valori.email}
            inviatoA={inviatoA}
            confermata={confermata}
            errors={form.errors}
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
            errors={form.errors}
            hint="Facoltativo: per chiarimenti veloci."
          />
        </Panel>
        <BotConsent />
        <div className="cmp-nav-steps">
          <a className="btn btn-outline-primary" href="/area-riservata/profilo-utente">
            Annulla
          </a>
          <BusyButton name="_azione" value="salva" busy={form.busy !== undefined} busyLabel="Salvo…">
            Salva i contatti
          </BusyButton>
        </div>
      </form>
    </div>
  );
});

const NON_SALVATI =
  'Non siamo riusciti a salvare i contatti: quello che hai scritto è ancora qui. Controlla la connessione e riprova.';

type Code = { inviatoA: string; confermata: string; onConfirmed(email: string): void };

/** A code that was typed and not yet verified is verified on the way. @returns the address to go on to */
async function save({ email = '', telefono = '', otp = '' }: Typed, code: Code): Promise<string> {
  const valori = { email, telefono, codice_inviato_a: code.inviatoA };
  if (otp.trim() && !stessa(code.confermata, email)) {
    await confermaCodice(email, otp);
    code.onConfirmed(email);
  }
  try {
    await send(operations.aggiornaContatti, onWire(valori));
  } catch (error) {
    throw error instanceof PortalError ? onScreen(withoutCode(error, valori)) : error;
  }
  return SALVATI;
}
