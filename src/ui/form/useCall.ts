/** Submits a form by a call of the API once scripts run, and by the page's own POST without them. */
import { type FormEvent, useRef } from 'react';
import { PortalError } from '../../platform/errors.ts';
import { leaveTo, reloadOnReturn } from '../../platform/leave.browser.ts';
import type { ScreenOutcome } from './outcome.ts';
import { outcomeOf, useSend } from './useSend.ts';

/** The values of the form by field name; of a group of boxes the last one. */
export type TypedFields = Record<string, string>;

type UseCallOptions = {
  /** Makes the call. @returns the address to go on to; undefined: the form is posted to the page, as without scripts */
  call(typed: TypedFields, action: string): Promise<string | undefined>;
  /** The message for a call without an answer */
  failed: string;
};

/** @param start what the page came with @returns `submit` and `edited` for the form; it calls once, however often a button is pressed */
export function useCall(start: ScreenOutcome, { call, failed }: UseCallOptions) {
  const sending = useSend(start, { refused: (error) => outcomeOf(error, failed) });
  const toPage = useRef(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    if (toPage.current) return;
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = event.currentTarget;
    const action = submitter?.getAttribute('value') ?? '';
    const entries = [...new FormData(form)].filter(([name]) => !name.startsWith('_'));
    void sending.run(action, async () => {
      const href = await call(Object.fromEntries(entries) as TypedFields, action);
      if (href !== undefined) await leaveTo(href);
      reloadOnReturn();
      toPage.current = true;
      // The submit event has to end first: a form that is being submitted accepts no second submission.
      setTimeout(() => form.requestSubmit(submitter));
      // Busy until the page's answer arrives.
      return new Promise(() => {});
    });
  }

  return { ...sending, submit };
}

const OFFLINE_WORDS =
  'Non c’è connessione: quello che hai scritto è ancora qui. Quando la connessione torna, premi di nuovo il pulsante.';

/** Without a connection the form is not posted: the browser's error page would replace the citizen's text. */
export function checkOnline(): void {
  if (!navigator.onLine) throw new PortalError('failed', { message: OFFLINE_WORDS });
}
