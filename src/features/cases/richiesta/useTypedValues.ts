/** Tracks what is typed in a form, so that prices, estimates and plans can be shown before it is sent. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FormValues } from '../form/form.ts';

/**
 * What stands in the fields of the form now, for what is reckoned while one types: also what was typed before the script came.
 * @param mounted false until the script has come
 * @returns `box` for an element inside the form, `readTyped` for its `onChange`
 */
export function useTypedValues(
  values: FormValues,
  mounted: boolean,
): { box: RefObject<HTMLDivElement | null>; typed: FormValues; readTyped(): void } {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(values);
  const readTyped = () => {
    const form = box.current?.closest('form');
    if (form) setTyped({ ...values, ...(Object.fromEntries(new FormData(form)) as FormValues) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(readTyped, [mounted]);
  return { box, typed, readTyped };
}
