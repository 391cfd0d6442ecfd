/** The client directive `client:touched`: an island whose HTML does all by itself comes to life when somebody turns to it or to another of the page. */
import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touched'?: boolean;
  }
}

const TOUCH_EVENTS = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;

/** A press that comes before the scripts is the page's own POST or link: nothing of it is lost, nothing is done twice. */
const touchedDirective: ClientDirective = (load, _options, island) => {
  const begin = async () => {
    for (const sign of TOUCH_EVENTS) island.removeEventListener(sign, begin);
    document.removeEventListener('portale:mounted', begin);
    const hydrate = await load();
    await hydrate();
  };
  for (const sign of TOUCH_EVENTS) island.addEventListener(sign, begin, { passive: true });
  // What one island changes another shows: they live together.
  document.addEventListener('portale:mounted', begin);
};

export default touchedDirective;
