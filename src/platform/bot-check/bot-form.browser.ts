/** Adds the token of the bot check to the form of a page that has no island, and otherwise leaves it a plain form. */
import { scriptForm } from '../scripted-form.browser.ts';
import { botToken, startBotCheck } from './bot-check.browser.ts';
import { BOT_FIELD } from './bot-check.ts';

/** For the form with the id `segui`, where the page has one. */
export function initBotForm(): void {
  const form = document.querySelector<HTMLFormElement>('form#segui');
  if (!form) return;
  // A page may load this with the first focus.
  if (form.matches(':focus-within')) startBotCheck();
  else form.addEventListener('focusin', startBotCheck, { once: true });
  scriptForm(form, {
    async send() {
      form.setAttribute('aria-busy', 'true');
      const token = await botToken('spent');
      if (token) {
        const input = document.createElement('input');
        Object.assign(input, { type: 'hidden', name: BOT_FIELD, value: token });
        form.append(input);
      }
      return 'post';
    },
  });
  // A page that comes back from the browser's cache has spent its token.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    form.removeAttribute('aria-busy');
    form.querySelector(`[name="${BOT_FIELD}"]`)?.remove();
  });
}
