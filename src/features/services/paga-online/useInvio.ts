/** Sending in both forms to pay: one work at a time, errors in words, one key for one send. */
import { useRef } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import type { ApiCall, CallInput } from '../../../platform/contract.ts';
import { newSendKey } from '../../../platform/key.browser.ts';
import { leaveTo } from '../../../platform/leave.browser.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { outcomeOf, useSend } from '../../../ui/form/useSend.ts';
import type { FormOutcome } from './pagamento-form.ts';
import { RIFIUTI } from './rifiuti.ts';

/** @typeParam A names of the buttons */
export function useInvio<A extends string>(initial: FormOutcome & { sendKey: string }) {
  const { outcome, show, errors, busy, run, edited } = useSend<A>(
    { errors: initial.errors, message: initial.message },
    { refused: errorOutcome },
  );
  const sent = useRef({ fingerprint: '', key: initial.sendKey });

  /** @param work returns what is wrong, if anything */
  const runWork = (action: A, work: () => Promise<FormOutcome | undefined>): Promise<void> =>
    run(action, async () => (await work()) ?? {});

  /** Opens a payment and leaves for its provider. The same data again, after a lost answer, open no second payment. */
  async function openPagamento<Call extends ApiCall>(call: Call, body: CallInput<Call>): Promise<never> {
    const fingerprint = call.path + JSON.stringify(body);
    if (sent.current.fingerprint !== fingerprint) sent.current = { fingerprint, key: newSendKey() };
    const opened = await sendCall(call, body, { key: sent.current.key });
    return leaveTo((opened as { redirect: string }).redirect);
  }

  return { formOutcome: outcome, setFormOutcome: show, errors, busy, runWork, openPagamento, edited };
}

export const errorOutcome = (error: unknown): FormOutcome => outcomeOf(error, failureText(error));

const failureText = (error: unknown): string =>
  error instanceof CallError && error.status === 503 ? RIFIUTI.SERVIZIO_NON_DISPONIBILE.message : NOT_DONE_TEXT;

const NOT_DONE_TEXT =
  'Non siamo riusciti a completare l’operazione: quello che hai scritto è ancora qui e nessun importo è stato addebitato. Controlla la connessione e riprova.';
