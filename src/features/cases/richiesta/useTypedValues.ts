/** Follows what is typed in a form, so that prices, estimates and plans can be shown before it is sent. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FormValues } from '../form/form.ts';

/**
 * The current values of the form, including those typed before the script ran.
 * @param mounted false until the component is mounted in the browser
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the component is mounted
  useEffect(readTyped, [mounted]);
  return { box, typed, readTyped };
}
