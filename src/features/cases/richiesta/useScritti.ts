/** Tracks what is typed in a form, so that prices, estimates and plans can be shown before it is sent. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Valori } from '../modulo/modulo.ts';

/**
 * What stands in the fields of the form now, for what is reckoned while one types: also what was typed before the script came.
 * @param mounted false until the script has come
 * @returns `box` for an element inside the form, `leggi` for its `onChange`
 */
export function useScritti(
  valori: Valori,
  mounted: boolean,
): { box: RefObject<HTMLDivElement | null>; scritti: Valori; leggi(): void } {
  const box = useRef<HTMLDivElement>(null);
  const [scritti, setScritti] = useState(valori);
  const leggi = () => {
    const form = box.current?.closest('form');
    if (form) setScritti({ ...valori, ...(Object.fromEntries(new FormData(form)) as Valori) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(leggi, [mounted]);
  return { box, scritti, leggi };
}
