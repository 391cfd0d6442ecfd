/** The last question of a form: the citizen confirms that what they wrote is true. */
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Dialog } from '../../../ui/form/Dialog.tsx';

type Props = { open: boolean; busy: boolean; onClose(): void; onConfirm(): void };

/** Asked right before sending. It stays until the answer has come, so that a second click hits the same button. The words are the national model's. */
export function TermsDialog({ open, busy, onClose, onConfirm }: Props) {
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
          <BusyButton type="button" busy={busy} busyLabel="Invio in corso…" onClick={onConfirm}>
            Conferma e invia
          </BusyButton>
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
