/** The step of a declaration that asks for the applicant; a bozza keeps what is typed while they fetch the e-mail code. */
import { useRef, useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { useHidden } from '../../../ui/form/useHidden.ts';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import type { ShownAllegato } from '../../cases/allegati/allegati.contract.ts';
import { sendBozzaUnasked } from '../../cases/bozza/bozza.browser.ts';
import { DataStep } from '../../cases/form/DataStep.tsx';
import type { FormValues } from '../../cases/form/form.ts';
import { StepBody } from '../../cases/form/StepBody.tsx';
import { RICHIEDENTE } from '../../cases/richiedente/RichiedenteFields.tsx';
import { makeRichiedenteForm } from './richiedente.form.ts';
import { stepAddress } from './steps.ts';
import { usePageButtons } from './usePageButtons.ts';

/** @property id of the declaration @property confirmedEmail the address whose code was typed right, or '' */
export type RichiedenteStepProps = {
  id: string;
  values: FormValues;
  allegati: ShownAllegato[];
  errors?: FieldErrors | undefined;
  token: string;
  confirmedEmail: string;
  identita: boolean | undefined;
  noTaxCode: boolean | undefined;
};

/** Each button is a POST of the page; scripts upload files and send the e-mail code at once. */
export const RichiedenteStep = createIsland(function RichiedenteStep(props: RichiedenteStepProps) {
  const { id, token, identita, noTaxCode } = props;
  const mounted = useMounted();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(props.values);
  const sending = usePageButtons(props.errors);
  const { errors, running } = sending;
  const richiedenteForm = makeRichiedenteForm(id);

  /** Keeps what is typed, because the browser may discard the page while the citizen looks for the code in their mail. */
  function keepTyped(others: FormValues = {}) {
    const typed = [...new FormData(form.current ?? undefined)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !/^(_|otp|g-|nota_)/.test(entry[0]),
    );
    const all = { ...values, ...Object.fromEntries(typed), ...others };
    setValues(all);
    sendBozzaUnasked({ percorso: richiedenteForm.path, passo: 'dati', valori: all });
  }
  useHidden(() => running.current || keepTyped());

  return (
    <StepBody
      ref={form}
      token={token}
      action={stepAddress('richiedente', id)}
      encType="multipart/form-data"
      sending={sending}
      onSubmit={sending.submit}
      onFocus={startBotCheck}
      onInput={sending.edited}
    >
      <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
      <DataStep
        sections={RICHIEDENTE}
        hidden={['codice_inviato_a']}
        context={{
          ...{ definition: richiedenteForm, values, errors, mounted, identita, noTaxCode },
          ...{ confirmedEmail: props.confirmedEmail, allegati: props.allegati },
          onSent: (email) => keepTyped({ codice_inviato_a: email }),
        }}
      />
      <BotConsent />
      <ErrorSummary message={sending.outcome.message} />
    </StepBody>
  );
});
