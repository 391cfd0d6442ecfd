/** A form that is a call of the API once scripts run, and the page's own POST without them. */
import { type FormEvent, useRef } from 'react';
import { PortalError } from '../../platform/errors.ts';
import { leaveTo, reloadOnReturn } from '../../platform/leave.browser.ts';
import { outcomeOf, type ScreenOutcome, useSend } from './useSend.ts';

/** What was typed, by the names of the fields; of a group of boxes the last one. */
export type TypedFields = Record<string, string>;

type UseCallOptions = {
  /** Makes the call. @returns the address to go on to; undefined: the pressed button is sent to the page, as without scripts */
  call(typed: TypedFields, action: string): Promise<string | undefined>;
  /** Words for a call that had no answer */
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
      // The event of the press has to be over first: a form that is being submitted takes no second submission.
      setTimeout(() => form.requestSubmit(submitter));
      // Busy until the page's answer is there.
      return new Promise(() => {});
    });
  }

  return { ...sending, submit };
}

const OFFLINE_WORDS =
  'Non c’è connessione: quello che hai scritto è ancora qui. Quando la connessione torna, premi di nuovo il pulsante.';

/** Where there is no line nothing is sent to the page: the browser's own words would take the place of what was typed. */
export function checkOnline(): void {
  if (!navigator.onLine) throw new PortalError('failed', { message: OFFLINE_WORDS });
}
