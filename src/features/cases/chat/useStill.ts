/** Keeps a form in its place on the screen when messages appear above it while a person writes. */
import { type RefObject, useEffect } from 'react';
import { $praticaDetail, $sendState } from './chat.store.ts';
import { keepStill } from './still.browser.ts';

export function useStill(box: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      $praticaDetail.listen(() => {
        const el = box.current;
        // After a send the screen moves to the outcome.
        if ($sendState.get()?.state === 'sending' || !el?.contains(document.activeElement)) return;
        keepStill(el, el.getBoundingClientRect().top);
      }),
    [box],
  );
}
