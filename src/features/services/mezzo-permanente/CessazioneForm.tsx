/** The form in which a citizen declares that a device is gone, with the date and the reason. */
import { sendCall } from '../../../platform/client.browser.ts';
import { type ErrorCode, type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { useCall } from '../../../ui/form/useCall.ts';
import { createIsland } from '../../../ui/island.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { mezziCalls } from './mezzo.calls.ts';
import { addressAfterMezzo, stepAddress } from './steps.ts';

/** @property mezzo id of the position's device @property auto true for a vehicle @property description the device in words */
export type CessazioneFormProps = {
  dichiarazione: string;
  mezzo: string;
  auto: boolean;
  description: string;
  token: string;
  values: FormValues;
  errors?: FieldErrors | undefined;
  /** An error of no field */
  message?: string | undefined;
};

const SAVE_FAILED =
  'Non siamo riusciti a salvare la cessazione: quello che hai scritto è ancora qui. Controlla la connessione e riprova.';

/** Sent, position closed, login over: the page's POST redirects, and keeps what was typed. */
const LEFT_TO_PAGE: readonly ErrorCode[] = ['not_found', 'token', 'anonymous'];

/** A call once scripts run, without them a POST of the page. */
export const CessazioneForm = createIsland(function CessazioneForm({
  dichiarazione,
  mezzo,
  values,
  ...props
}: CessazioneFormProps) {
  const form = useCall(
    { errors: props.errors, message: props.message },
    {
      failed: SAVE_FAILED,
      call: async ({ dal = '', motivo = '' }, azione) => {
        if (azione === 'annulla') return undefined;
        const call = props.auto ? mezziCalls.cessaAutomezzo : mezziCalls.cessaMezzoFisso;
        try {
          return addressAfterMezzo(
            dichiarazione,
            await sendCall(call, { dichiarazione, Id: mezzo, dal, motivo }),
            azione,
          );
        } catch (error) {
          if (error instanceof PortalError && LEFT_TO_PAGE.includes(error.code)) return undefined;
          throw error;
        }
      },
    },
  );
  const { errors } = form;
  return (
    <form
      className="testo"
      method="post"
      action={stepAddress('mezzi', dichiarazione, `?cessa=${mezzo}`)}
      noValidate
      onSubmit={form.submit}
      onInput={form.edited}
    >
      <button type="submit" className="visually-hidden" name="_azione" value="cessa" tabIndex={-1} aria-hidden>
        Salva la cessazione
      </button>
      <input type="hidden" name="_token" value={props.token} />
      <ErrorSummary errors={form.outcome.errors} message={form.outcome.message} />
      <p>{props.description}</p>
      <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
      <Field
        name="dal"
        label="Da quando non c’è più"
        type="date"
        required
        errors={errors}
        defaultValue={values.dal}
        hint="Può essere anche un giorno che deve venire."
      />
      <TextArea
        name="motivo"
        label="Perché"
        required
        max={500}
        rows={3}
        errors={errors}
        defaultValue={values.motivo}
        hint="Ad esempio: rimosso, venduto, attività chiusa."
      />
      <div className="cmp-nav-steps">
        <BusyButton name="_azione" value="annulla" className="btn" formNoValidate>
          Annulla
        </BusyButton>
        <BusyButton name="_azione" value="cessa" busy={form.busy === 'cessa'}>
          Salva la cessazione
        </BusyButton>
      </div>
    </form>
  );
});
