import { Dialog } from '../../ui/form/Dialog.tsx';

type Props = { open: boolean; onClose(): void; onConfirm(): void };

/** Asked right before sending; the words are the national model's. */
export function TerminiDialog({ open, onClose, onConfirm }: Props) {
  return (
    <Dialog
      id="termini"
      title="Termini e condizioni"
      open={open}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn btn-outline-primary" onClick={onClose}>
            Annulla
          </button>
          <button type="button" className="btn btn-primary" onClick={onConfirm}>
            Conferma e invia
          </button>
        </>
      }
    >
      <p>
        Cliccando su «Conferma e invia» confermi di aver preso visione dell’informativa sulla privacy e che le
        informazioni che hai fornito sono vere.
      </p>
    </Dialog>
  );
}
