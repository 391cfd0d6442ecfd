/** Components that the browser brings to life, and how their props travel. */
import { createElement, Fragment, memo, type ReactNode, useEffect } from 'react';
import { useMounted } from './form/useMounted.ts';

/** Props of an island as one text. @property of never there: it says whose props they are */
export type IslandJson<P> = string & { readonly of?: P };
export type IslandComponent<P> = (props: { json: IslandJson<P> }) => ReactNode;

/**
 * A component that the browser brings to life. Its props travel as one JSON text: Astro's own way wraps each value in an array
 * and hashes the lot (measured: a tenth of a form page's time and a kilobyte of its HTML).
 * A component in `memo` is React's by its mark; of a bare function Astro finds that out by rendering it once more.
 */
export function createIsland<P extends object>(component: (props: P) => ReactNode): IslandComponent<P> {
  return memo(({ json }: { json: IslandJson<P> }) =>
    createElement(Fragment, null, createElement(component, JSON.parse(json) as P), createElement(IslandAlive)),
  );
}

/** Tells the document that an island is alive, once what its component shows only with scripts is on screen, too. */
function IslandAlive(): null {
  const mounted = useMounted();
  useEffect(() => {
    if (mounted) document.dispatchEvent(new Event('portale:mounted'));
  }, [mounted]);
  return null;
}

/** @param props what JSON can carry */
export const asJson = <P extends object>(props: P): IslandJson<P> => JSON.stringify(props);
