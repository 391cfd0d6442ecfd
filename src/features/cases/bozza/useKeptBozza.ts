/** Keeps the draft of a form while somebody types, by a part that is loaded with the first key. */
import { useEffect, useRef, useState } from 'react';
import type { TypedBozza } from './bozza.browser.ts';
import { hasCopy } from './bozza-copy.ts';
import type { BozzaKeeper, TypedForm } from './keep-typed.browser.ts';

type KeptForm = Pick<TypedForm, 'read' | 'tells'> & { element(): HTMLFormElement | null };

/** @returns `words`: when it was last saved, where the person wants to know @param path of the draft @param form as of this rendering */
export function useKeptBozza(path: string, form: KeptForm) {
  const [words, tell] = useState<string>();
  const leaveToOwner = () => {
    const element = form.element();
    if (element)
      fetch(element.action, { method: 'POST', body: new FormData(element), keepalive: true }).catch(console.debug);
  };
  const typedForm: TypedForm = { ...form, leaveToOwner, tell };
  const latest = useRef(typedForm);
  latest.current = typedForm;
  const keeper = useRef<Promise<BozzaKeeper>>(undefined);
  // A form that was only looked at leaves nothing.
  const touched = useRef(false);

  useEffect(() => {
    if (!hasCopy(path)) return;
    // The form opened anew asks about the draft.
    const sending = import('./keep-typed.browser.ts').then((m) => m.sendCopy(path));
    sending.then((outcome) => outcome !== 'none' && location.assign(path)).catch(console.debug);
  }, [path]);

  useEffect(() => {
    // Not by the part, which may still be on its way when the login ends.
    const onEnd = () => touched.current && latest.current.leaveToOwner();
    document.addEventListener('fine-accesso', onEnd);
    return () => document.removeEventListener('fine-accesso', onEnd);
  }, []);

  /** Without the part, which has not arrived, the next key tries again as far as the browser does, and each button saves. */
  const laterAgain = (cause: unknown) => {
    keeper.current = undefined;
    tell(
      'Non c’è connessione: quello che scrivi non si salva da solo. Lascia aperta la pagina, e quando torna premi «Salva».',
    );
    console.debug(cause);
  };
  function withKeeper(work: (keeper: BozzaKeeper) => void): void {
    touched.current = true;
    keeper.current ??= import('./keep-typed.browser.ts').then((m) => {
      tell(undefined);
      return m.keepTyped(latest);
    });
    keeper.current.then(work).catch(laterAgain);
  }
  return {
    words,
    typed: () => withKeeper((k) => k.typed()),
    save: (bozza: TypedBozza) => withKeeper((k) => k.save(bozza)),
    /** Before a button saves: what is being saved arrives first. */
    settle: async () => (await keeper.current)?.settle(),
  };
}
