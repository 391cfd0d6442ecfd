/** The form in which a visitor types the user code and control code of a position to reach its documents. */
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { useCall } from '../../../ui/form/useCall.ts';
import { createIsland } from '../../../ui/island.ts';
import { LetteraPicture } from '../posizione/LetteraPicture.tsx';
import { posizioneCalls } from '../posizione/posizione.calls.ts';

/**
 * @property then where the form leads once the codes have opened the position
 * @property withCode whether that address needs the position's user code, as parameter `codice`
 */
export type CodiciProps = {
  values: Record<string, string>;
  token: string;
  then: string;
  withCode?: boolean | undefined;
  errors?: FieldErrors | undefined;
  /** An error that belongs to no field */
  message?: string | undefined;
};

const NOT_CHECKED =
  'Non siamo riusciti a controllare i codici: quelli che hai scritto sono ancora qui. Controlla la connessione e riprova.';

/** The form of the two codes, which open a position for an hour: by a call with JavaScript, by a POST of the page without it. */
export const CodiciForm = createIsland(function CodiciForm({ values, token, then, withCode, ...props }: CodiciProps) {
  const form = useCall(
    { errors: props.errors, message: props.message },
    {
      failed: NOT_CHECKED,
      call: async ({ codice_utente = '', codice_controllo = '' }) => {
        await sendCall(posizioneCalls.controllaPosizione, { codice_utente, codice_controllo });
        if (!withCode) return then;
        return `${then}${then.includes('?') ? '&' : '?'}${new URLSearchParams({ codice: codice_utente })}`;
      },
    },
  );
  const field = (name: string, label: string) => ({
    name,
    label,
    errors: form.errors,
    defaultValue: values[name],
    required: true,
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <form method="post" noValidate onSubmit={form.submit} onInput={form.edited} onFocus={startBotCheck}>
      <input type="hidden" name="_token" value={token} />
      <ErrorSummary errors={form.outcome.errors} message={form.outcome.message} />
      <LetteraPicture />
      <Field {...field('codice_utente', 'Codice utente')} />
      <Field {...field('codice_controllo', 'Codice controllo')} />
      <BotConsent />
      <BusyButton name="_azione" value="apri" busy={form.busy !== undefined} busyLabel="Controllo…">
        Continua
      </BusyButton>
    </form>
  );
});
