/**
 * The client directive `client:touched`: an island whose HTML works by itself is hydrated when the citizen uses it or another
 * island of the page.
 */
import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touched'?: boolean;
  }
}

const TOUCH_EVENTS = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;

/** A press that comes before the scripts is the page's own POST or link: nothing is lost or done twice. */
const touchedDirective: ClientDirective = (load, _options, island) => {
  const begin = async () => {
    for (const sign of TOUCH_EVENTS) island.removeEventListener(sign, begin);
    document.removeEventListener('portale:mounted', begin);
    const hydrate = await load();
    await hydrate();
  };
  for (const sign of TOUCH_EVENTS) island.addEventListener(sign, begin, { passive: true });
  // Islands show each other's changes, so all of them are hydrated together.
  document.addEventListener('portale:mounted', begin);
};

export default touchedDirective;
