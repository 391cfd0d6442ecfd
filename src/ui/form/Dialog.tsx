/** Asks a citizen for confirmation above the page, before something is saved, accepted or removed. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';

type Props = {
  /** Names the dialog and its title: unique on the page */
  id: string;
  title: string;
  open: boolean;
  /** Called by Esc too */
  onClose(): void;
  children: ReactNode;
  /** Buttons, the safe one first: it gets the focus */
  actions: ReactNode;
};

/** The browser's own modal dialog: it keeps the focus inside and gives it back. It needs JavaScript; offer a step instead. */
export function Dialog({ id, title, open, onClose, children, actions }: Props) {
  const box = useRef<HTMLDialogElement>(null);

  // Closing gives the focus back: whatever else the form does with it (errors) comes after.
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
      // Told late, when whoever pressed Esc may have opened it again.
      onClose={() => box.current?.open || onClose()}
      aria-labelledby={`${id}-titolo`}
    >
      <h2 className="h4" id={`${id}-titolo`}>
        {title}
      </h2>
      {children}
      <div className="cmp-nav-steps">{actions}</div>
    </dialog>
  );
}
