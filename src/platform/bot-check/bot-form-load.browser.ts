/** Fetches what a form without an island needs for the bot check, with the first focus in it: most who read its page send nothing. */

/** For the form with the id `segui`. One that is sent before it is here goes without a token. */
export function prepareBotForm(): void {
  const load = () => {
    import('./bot-form.browser.ts').then(
      ({ initBotForm }) => initBotForm(),
      () => undefined,
    );
  };
  document.querySelector('form#segui')?.addEventListener('focusin', load, { once: true });
}
