/** Keeps the step of a form in step with the browser's Back and Forward. */
import { useEffect, useRef, useState } from 'react';

type UseStepOptions<S extends string> = {
  first: S;
  /** Address of a step */
  href(step: S): string;
  /** Called at the browser's Back and Forward: the step that this address leads to now */
  leadsTo(step: string | null): S;
};

/**
 * The step of a form, in the URL (`?passo=`) and on screen.
 * @returns the step, and functions to go to one: to its heading, or to the element of an id
 */
export function useStep<S extends string>(options: UseStepOptions<S>): [S, (step: S, place?: string) => void] {
  const [step, setStep] = useState(options.first);
  const latest = useRef(options);
  latest.current = options;
  const moved = useRef<{ place?: string | undefined }>(undefined);

  useEffect(() => {
    const { first, href } = latest.current;
    // The page may be without `?passo=`: Back must find the step here.
    history.replaceState({ passo: first }, '', href(first) + location.hash);
    const onPop = () => {
      const asked = new URLSearchParams(location.search).get('passo');
      const allowed = latest.current.leadsTo(asked);
      if (allowed !== asked) history.replaceState({ passo: allowed }, '', latest.current.href(allowed));
      moved.current = {};
      setStep(allowed);
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the citizen moves to another step
  useEffect(() => {
    if (!moved.current) return;
    const place = document.getElementById(moved.current.place ?? '');
    if (place) {
      place.tabIndex = -1;
      return place.focus();
    }
    scrollTo(0, 0);
    // Errors that came with the step are read first.
    (document.getElementById('errori') ?? document.getElementById('passo'))?.focus({ preventScroll: true });
  }, [step]);

  const go = (next: S, place?: string) => {
    moved.current = { place };
    history.pushState({ passo: next }, '', latest.current.href(next));
    setStep(next);
  };
  return [step, go];
}
