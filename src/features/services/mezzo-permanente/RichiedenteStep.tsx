/** The step of a declaration that asks for the applicant; a bozza keeps what is typed while they fetch the e-mail code. */
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import type { ShownAllegato } from '../../cases/allegati/allegati.contract.ts';
import { PAGE_NAME } from '../../cases/bozza/bozza.browser.ts';
import { $seenBozza, $sendKey } from '../../cases/bozza/bozza.store.ts';
import { formatSeen } from '../../cases/bozza/bozza-conflict.ts';
import { LateConflict } from '../../cases/bozza/LateConflict.tsx';
import { useKeptBozza } from '../../cases/bozza/useKeptBozza.ts';
import { DataStep } from '../../cases/form/DataStep.tsx';
import type { FormState, FormValues } from '../../cases/form/form.ts';
import { StepBody } from '../../cases/form/StepBody.tsx';
import { RICHIEDENTE } from '../../cases/richiedente/RichiedenteFields.tsx';
import type { FormLogin } from '../../cases/utente/identita.ts';
import { dichiarazioneForm } from './dichiarazione.form.ts';
import { stepAddress } from './steps.ts';
import { usePageButtons } from './usePageButtons.ts';

/**
 * @property id of the declaration @property confirmedEmail the address whose code was typed right, or ''
 * @property vista version of the draft
 */
export type RichiedenteStepProps = Pick<FormState, 'sendKey' | 'vista'> & {
  id: string;
  values: FormValues;
  allegati: ShownAllegato[];
  errors?: FieldErrors | undefined;
  token: string;
  confirmedEmail: string;
  login: FormLogin | undefined;
};

/** Each button is a POST of the page; scripts upload files and send the e-mail code at once. */
export const RichiedenteStep = createIsland(function RichiedenteStep(props: RichiedenteStepProps) {
  const { id, token, login } = props;
  const mounted = useMounted();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(props.values);
  const sending = usePageButtons(props.errors);
  const { errors, running } = sending;
  const definition = dichiarazioneForm(id);
  const sendKey = useStore($sendKey, { ssr: 'initial' }) ?? props.sendKey;
  const vista = useStore($seenBozza, { ssr: 'initial' }) ?? props.vista ?? '';

  function readTyped(others: FormValues = {}) {
    const typed = [...new FormData(form.current ?? undefined)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !/^(_|otp|g-|nota_)/.test(entry[0]),
    );
    const all = { ...values, ...Object.fromEntries(typed), ...others };
    setValues(all);
    return { percorso: definition.path, passo: 'richiedente', valori: all, vista, chiave: sendKey, mano: PAGE_NAME };
  }
  const kept = useKeptBozza(definition.path, {
    read: () => (running.current ? undefined : readTyped()),
    element: () => form.current,
    tells: Boolean(login),
  });

  return (
    <StepBody
      ref={form}
      token={token}
      sendKey={sendKey}
      seen={formatSeen(vista, mounted ? PAGE_NAME : '')}
      action={stepAddress('richiedente', id)}
      encType="multipart/form-data"
      sending={sending}
      onSubmit={sending.submit}
      onFocus={startBotCheck}
      onInput={(event) => {
        sending.edited(event);
        kept.typed();
      }}
    >
      <LateConflict told={sending.outcome.message} path={definition.path} guest={!login} />
      <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
      <DataStep
        sections={RICHIEDENTE}
        hidden={['codice_inviato_a']}
        context={{
          definition,
          values,
          errors,
          mounted,
          login,
          confirmedEmail: props.confirmedEmail,
          allegati: props.allegati,
          // A phone may drop the page from memory while its citizen reads the mail with the code.
          onSent: (email) => kept.save(readTyped({ codice_inviato_a: email })),
        }}
      />
      {kept.words && <p className="form-text">{kept.words}</p>}
      <BotConsent />
      <ErrorSummary message={sending.outcome.message} />
    </StepBody>
  );
});
