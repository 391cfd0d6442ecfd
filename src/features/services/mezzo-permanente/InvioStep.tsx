/** Sends a declaration from its summary page: bot check, confirmation dialog, and the reason if it is refused. */
import { type FormEvent, useRef, useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { useCall } from '../../../ui/form/useCall.ts';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import { orderErrors } from '../../cases/form/form.checks.ts';
import { StepBody } from '../../cases/form/StepBody.tsx';
import { TermsDialog } from '../../cases/form/TermsDialog.tsx';
import { dichiarazioneForm } from './dichiarazione.form.ts';
import { mezziCalls } from './mezzo.calls.ts';
import { stepAddress } from './steps.ts';

/**
 * @property id of the declaration @property sendKey makes one case of it, however often it is sent
 * @property message why the page refused it
 */
export type InvioStepProps = { id: string; sendKey: string; token: string; message?: string | undefined };

const SEND_FAILED =
  'Non siamo riusciti a inviare la dichiarazione: i tuoi dati sono salvi. Controlla la connessione e premi di nuovo «Invia».';

/** The buttons under the summary. Once scripts run, they ask for confirmation and send by a call. */
export const InvioStep = createIsland(function InvioStep({ id, sendKey, token, message }: InvioStepProps) {
  const mounted = useMounted();
  const form = useRef<HTMLFormElement>(null);
  const confirmed = useRef(false);
  const [asking, setAsking] = useState(false);
  const invio = useCall(
    { message },
    {
      failed: SEND_FAILED,
      call: async (_typed, azione) => {
        // The other buttons are POSTs of the page.
        if (azione !== 'invia') return undefined;
        try {
          await sendCall(mezziCalls.scriviDichiarazioneMezzi, { id, invia: true, privacy: true } as never, {
            key: sendKey,
          });
          return stepAddress('conferma', id);
        } catch (error) {
          setAsking(false);
          confirmed.current = false;
          if (!(error instanceof PortalError)) throw error;
          const definition = dichiarazioneForm(id);
          const [[field, said] = []] = Object.entries(orderErrors(definition, error.fields ?? {}));
          const step = field === undefined ? 'riepilogo' : definition.steps.stepOf(field);
          // What is wrong is shown where it can be corrected.
          if (step !== 'riepilogo') return stepAddress(step, id, '?verso=riepilogo');
          // The position is closed: the page asks for the codes again.
          if (error.code === 'not_found') return stepAddress(step, id);
          throw new PortalError(error.code, { message: said?.[0] ?? error.message });
        }
      },
    },
  );
  const busy = invio.busy;

  function submitForm(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute('value') !== 'invia' || confirmed.current) return void invio.submit(event);
    event.preventDefault();
    if (!busy) setAsking(true);
  }

  function confirmSend() {
    if (busy) return;
    confirmed.current = true;
    form.current?.requestSubmit(form.current.querySelector<HTMLButtonElement>('[value="invia"]'));
  }

  return (
    <StepBody
      ref={form}
      token={token}
      sendKey={sendKey}
      action={stepAddress('riepilogo', id)}
      next="invia"
      sending={invio}
      onSubmit={submitForm}
      onFocus={startBotCheck}
    >
      <ErrorSummary message={invio.outcome.message} />
      <BotConsent />
      {mounted && (
        <TermsDialog
          open={asking}
          busy={busy === 'invia'}
          onClose={() => busy || setAsking(false)}
          onConfirm={confirmSend}
        />
      )}
    </StepBody>
  );
});
