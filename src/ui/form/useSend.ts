/** What every form does once scripts run: one work at a time, errors in words, what was typed stays. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, PortalError } from '../../platform/errors.ts';
import { CallError } from '../../platform/monitoring/call-error.ts';
import { isWrong, type ScreenOutcome } from './outcome.ts';
import { $uploads, waitForUploads } from './uploads.store.ts';

/** What a button says while it waits for uploads. */
export const UPLOADING_WORDS = 'Aspettiamo che finisca il caricamento…';

type UseSendOptions<A> = {
  /** The message of a failed action. @param action the button's name */
  refused(error: unknown, action: A): ScreenOutcome;
};

/**
 * @typeParam A names of the buttons
 * @param start what the page came with
 * @returns `run` does the work of a button once all uploads are over, unless another is under way; `errors` are those that nobody is putting right
 */
export function useSend<A extends string = string>(start: ScreenOutcome, { refused }: UseSendOptions<A>) {
  const [outcome, setOutcome] = useState(start);
  const [corrected, setCorrected] = useState<string[]>([]);
  const [busy, setBusy] = useState<A>();
  const isUploading = useStore($uploads, { ssr: 'initial' }) !== undefined;
  const running = useRef(false);

  const wrong = isWrong(outcome);
  // The server rendered the right title, perhaps for another form of the page.
  const told = useRef(wrong);
  useEffect(() => {
    if (told.current === wrong) return;
    told.current = wrong;
    document.title = (wrong ? 'Errore: ' : '') + document.title.replace(/^Errore: /, '');
  }, [wrong]);

  function show(next: ScreenOutcome): void {
    setOutcome(next);
    setCorrected([]);
  }

  async function run(action: A, work: () => Promise<ScreenOutcome | undefined>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(action);
    try {
      const fields = await waitForUploads();
      if (isWrong({ errors: fields })) throw new PortalError('invalid', { fields });
      const next = await work();
      if (next) show(next);
    } catch (error) {
      show(refused(error, action));
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  }

  /** A field that is being put right is no longer shown as wrong; the summary stays until the next work. */
  function edited({ target }: { target: EventTarget | null }): void {
    const { name } = target as HTMLInputElement;
    if (outcome.errors?.[name] && !corrected.includes(name)) setCorrected([...corrected, name]);
  }

  const open = Object.entries(outcome.errors ?? {}).filter(([name]) => !corrected.includes(name));
  return {
    outcome,
    show,
    wrong,
    busy,
    running,
    run,
    edited,
    words: busy !== undefined && isUploading ? UPLOADING_WORDS : undefined,
    errors: Object.fromEntries(open) as FieldErrors,
  };
}

/** An error in words. One of our own goes to the error reporter as well. @param failed words for a call that had no answer */
export function outcomeOf(error: unknown, failed: string): ScreenOutcome {
  if (error instanceof PortalError) {
    return isWrong({ errors: error.fields }) ? { errors: error.fields } : { message: error.message };
  }
  if (!(error instanceof CallError)) reportError(error);
  return { message: failed };
}
