/** Wraps components as islands, and serialises their props. */
import { createElement, Fragment, memo, type ReactNode, useEffect } from 'react';
import { useMounted } from './form/useMounted.ts';

/** Props of an island as one text. @property of never set: it only carries the type of the props */
export type IslandJson<P> = string & { readonly of?: P };
export type IslandComponent<P> = (props: { json: IslandJson<P> }) => ReactNode;

/**
 * A component that is hydrated in the browser. Its props are sent as one JSON text: Astro's own way wraps each value in an array
 * and hashes all of it (measured: a tenth of a form page's time and a kilobyte of its HTML).
 * Astro recognises a component in `memo` as React's by its mark; a bare function it would render once more to find out.
 */
export function createIsland<P extends object>(component: (props: P) => ReactNode): IslandComponent<P> {
  return memo(({ json }: { json: IslandJson<P> }) =>
    createElement(Fragment, null, createElement(component, JSON.parse(json) as P), createElement(IslandAlive)),
  );
}

/** Marks an island as live in the document, once the parts that its component shows only with scripts are on screen, too. */
function IslandAlive(): null {
  const mounted = useMounted();
  useEffect(() => {
    if (mounted) document.dispatchEvent(new Event('portale:mounted'));
  }, [mounted]);
  return null;
}

/** @param props values that JSON can express */
export const asJson = <P extends object>(props: P): IslandJson<P> => JSON.stringify(props);
