/** Asks a citizen for confirmation above the page, before something is saved, accepted or removed. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';

type Props = {
  /** Id of the dialog and of its title: unique on the page */
  id: string;
  title: string;
  open: boolean;
  /** Also called by Esc */
  onClose(): void;
  children: ReactNode;
  /** Buttons, the safe one first: it gets the focus */
  actions: ReactNode;
};

/**
 * The browser's own modal dialog: it keeps the focus inside and returns it. It needs JavaScript; without it, offer a step
 * instead.
 */
export function Dialog({ id, title, open, onClose, children, actions }: Props) {
  const box = useRef<HTMLDialogElement>(null);

  // Closing returns the focus, so the form moves it (to errors) only afterwards.
  useLayoutEffect(() => {
    if (open && !box.current?.open) box.current?.showModal();
    if (!open && box.current?.open) box.current.close();
  }, [open]);

  return (
    <dialog
      className="finestra"
      id={id}
      ref={box}
      onCancel={onClose}
      // The event comes late: after Esc the dialog may be open again.
      onClose={() => box.current?.open || onClose()}
      aria-labelledby={`${id}-titolo`}
      aria-describedby={`${id}-testo`}
    >
      <h2 className="h4" id={`${id}-titolo`}>
        {title}
      </h2>
      <div id={`${id}-testo`}>{children}</div>
      <div className="cmp-nav-steps">{actions}</div>
    </dialog>
  );
}
