import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type FieldErrors, PortalError } from '../../platform/errors.ts';
import { leave, reloadOnReturn } from '../../platform/leave.browser.ts';
import { CallError } from '../../platform/monitoring/call-error.ts';

/** What a check or a call has left on screen. @property message what belongs to no field */
export type Outcome = { errors?: FieldErrors | undefined; message?: string | undefined };

/** What was typed, by the names of the fields; of a group of boxes the last one. */
export type Typed = Record<string, string>;

/**
 * A form that is a call of the API once scripts run, and the page's own POST without them. The call is made once however often the
 * button is pressed; what it refuses stands beside the fields; what was typed stays.
 * @param start what the page came with
 * @param call makes the call @returns the address to go on to; undefined: the pressed button is sent to the page, as without scripts
 * @param failed words for a call that had no answer
 */
export function useCall(
  start: Outcome,
  { call, failed }: { call(typed: Typed, action: string): Promise<string | undefined>; failed: string },
) {
  const [outcome, setOutcome] = useState(start);
  const [corrected, setCorrected] = useState<string[]>([]);
  const [busy, setBusy] = useState<string>();
  const running = useRef(false);
  const toPage = useRef(false);

  const wrong = Boolean(outcome.message) || Object.keys(outcome.errors ?? {}).length > 0;
  // The page came with the right title, perhaps for a form beside this one.
  const told = useRef(wrong);
  useEffect(() => {
    if (told.current === wrong) return;
    told.current = wrong;
    document.title = (wrong ? 'Errore: ' : '') + document.title.replace(/^Errore: /, '');
  }, [wrong]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    if (toPage.current) return;
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = event.currentTarget;
    const action = submitter?.getAttribute('value') ?? '';
    const entries = [...new FormData(form)].filter(([name]) => !name.startsWith('_'));
    setBusy(action);
    try {
      const href = await call(Object.fromEntries(entries) as Typed, action);
      if (href !== undefined) await leave(href);
      reloadOnReturn();
      toPage.current = true;
      form.requestSubmit(submitter);
    } catch (error) {
      setOutcome(inWords(error, failed));
      setCorrected([]);
      running.current = false;
      setBusy(undefined);
    }
  }

  /** A field that is being put right is no longer shown as wrong; the summary stays until the next call. */
  function edited({ target }: FormEvent): void {
    const { name } = target as HTMLInputElement;
    if (outcome.errors?.[name] && !corrected.includes(name)) setCorrected([...corrected, name]);
  }

  const open = Object.entries(outcome.errors ?? {}).filter(([name]) => !corrected.includes(name));
  return { outcome, errors: Object.fromEntries(open) as FieldErrors, busy, submit, edited };
}

/** An error in words. One of our own goes to the error reporter as well. */
function inWords(error: unknown, failed: string): Outcome {
  if (error instanceof PortalError) {
    return error.fields ? { errors: error.fields } : { message: error.message };
  }
  if (!(error instanceof CallError)) reportError(error);
  return { message: failed };
}
