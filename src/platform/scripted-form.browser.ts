/** Forms without an island whose buttons a script may press by calls. Each is a plain form first, and posted where the script gives up. */

/** @property takes whether the script does what this button asks; others post the form @property send does it, or gives the form back */
type FormScript = {
  takes?: (button: HTMLButtonElement | null) => boolean;
  send: (button: HTMLButtonElement | null) => Promise<'done' | 'post'>;
};

/** One press at a time: those that come while one is under way do nothing. */
export function scriptForm(form: HTMLFormElement, { takes = () => true, send }: FormScript): void {
  let state: 'idle' | 'sending' | 'posting' = 'idle';
  form.addEventListener('submit', async (event) => {
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
    if (state === 'posting' || (state === 'idle' && !takes(button))) return;
    event.preventDefault();
    if (state === 'sending') return;
    state = 'sending';
    const outcome = await send(button).finally(() => {
      state = 'idle';
    });
    if (outcome === 'done') return;
    state = 'posting';
    // The answer may have been there already: until this event ends browsers ignore another submit.
    setTimeout(() => form.requestSubmit(button));
  });
  // A page that Back restores is as if nothing had been pressed.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) state = 'idle';
  });
}
