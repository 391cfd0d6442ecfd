import { createElement, Fragment, type ReactNode, useEffect } from 'react';
import { useMounted } from './form/useMounted.ts';

/** Props of an island as one text. @property of never there: it says whose props they are */
export type Packed<P> = string & { readonly of?: P };
export type Island<P> = (props: { json: Packed<P> }) => ReactNode;

/**
 * A component that the browser brings to life. Its props travel as one JSON text: Astro's own way wraps each value in an array
 * and hashes the lot (measured: a tenth of a form page's time and a kilobyte of its HTML).
 * The tag tells Astro that the component is React's. Unsaid, Astro calls every component once more to find out whose it is and
 * renders it in a second stream (measured: 5 to 29 % of a page's time).
 */
export function island<P extends object>(component: (props: P) => ReactNode): Island<P> {
  const Island: Island<P> = ({ json }) =>
    createElement(Fragment, null, createElement(component, JSON.parse(json) as P), createElement(Alive));
  return Object.assign(Island, { [Symbol.for('astro:renderer')]: '@astrojs/react' });
}

/** Tells the document that an island is alive, once what its component shows only with scripts is on screen, too. */
function Alive(): null {
  const mounted = useMounted();
  useEffect(() => {
    if (mounted) document.dispatchEvent(new Event('portale:mounted'));
  }, [mounted]);
  return null;
}
