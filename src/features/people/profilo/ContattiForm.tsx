/** The form in which a citizen changes their e-mail address and telephone; a code confirms a new address. */
import { useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { DefaultSubmit } from '../../../ui/form/NavButtons.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { type TypedFields, useCall } from '../../../ui/form/useCall.ts';
import { createIsland } from '../../../ui/island.ts';
import { confirmCodice } from '../../cases/otp/codice.browser.ts';
import { isSameMailbox } from '../../cases/otp/codice.ts';
import { EmailWithCode } from '../../cases/otp/EmailWithCode.tsx';
import { $confirmedEmail } from '../../cases/otp/otp.store.ts';
import { utenteCalls } from '../../cases/utente/utente.calls.ts';
import { CONTATTI_PATH, type ContattiValues, onScreen, onWire, SAVED_PATH, withoutCode } from './contatti.ts';

export type ContattiProps = {
  values: ContattiValues;
  /** The confirmed address, or '' */
  confirmedEmail: string;
  token: string;
  errors?: FieldErrors | undefined;
  /** An error that belongs to no field */
  message?: string | undefined;
};

/** A call once scripts run, a POST of the page without them. */
export const ContattiForm = createIsland(function ContattiForm({ values, token, ...props }: ContattiProps) {
  const [sentTo, setSentTo] = useState(values.codice_inviato_a);
  const form = useCall(
    { errors: props.errors, message: props.message },
    {
      failed: SAVE_FAILED,
      call: (typed) => saveContatti(typed, { sentTo, confirmedEmail: $confirmedEmail.get() ?? props.confirmedEmail }),
    },
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only what is inside is listened to
    <div className="testo" onFocus={startBotCheck}>
      <form method="post" action={CONTATTI_PATH} noValidate onSubmit={form.submit} onInput={form.edited}>
        <DefaultSubmit value="salva" />
        <input type="hidden" name="_token" value={token} />
        <input type="hidden" name="codice_inviato_a" value={sentTo} />
        <ErrorSummary errors={form.outcome.errors} message={form.outcome.message} />
        <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
        <Panel id="contatti" title="Come ti contattiamo">
          <EmailWithCode
            email={values.email}
            sentTo={sentTo}
            confirmedEmail={props.confirmedEmail}
            errors={form.errors}
            purpose="per le pratiche che invierai"
            onSent={setSentTo}
          />
          <Field
            name="telefono"
            label="Telefono"
            type="tel"
            autoComplete="tel"
            defaultValue={values.telefono}
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

const SAVE_FAILED =
  'Non siamo riusciti a salvare i contatti: quello che hai scritto è ancora qui. Controlla la connessione e riprova.';

type CodeState = { sentTo: string; confirmedEmail: string };

/** Also verifies a code that was typed but not verified yet. @returns the address to go to */
async function saveContatti({ email = '', telefono = '', otp = '' }: TypedFields, code: CodeState): Promise<string> {
  const values = { email, telefono, codice_inviato_a: code.sentTo };
  if (otp.trim() && !isSameMailbox(code.confirmedEmail, email)) await confirmCodice(email, otp);
  try {
    await sendCall(utenteCalls.aggiornaContatti, onWire(values));
  } catch (error) {
    throw error instanceof PortalError ? onScreen(withoutCode(error, values)) : error;
  }
  return SAVED_PATH;
}
