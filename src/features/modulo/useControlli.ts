import { useRef } from 'react';
import type { Comportamento } from './useModulo.ts';

const insieme = (controllato: Comportamento['controlli']) =>
  Promise.all([import('./modulo.controlli.ts'), controllato()]);

/**
 * What a form is checked by: a third of what is ours in its scripts, and not needed before somebody writes.
 * @returns fetches it, once; rejects where that fails, and some browsers then try no more on this page
 */
export function useControlli(controllato: Comportamento['controlli']) {
  const arrivo = useRef<ReturnType<typeof insieme>>(undefined);
  return () => {
    arrivo.current ??= insieme(controllato).catch((cause) => {
      arrivo.current = undefined;
      throw cause;
    });
    return arrivo.current;
  };
}
