/** Asks a citizen to confirm before a position is removed: in a dialog, or in the page when scripts do not run. */
import type { FormEvent } from 'react';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Dialog } from '../../../ui/form/Dialog.tsx';
import type { Posizione } from '../../cases/posizione/posizione.checks.ts';
import { posizioneInWords } from './posizioni.ts';
import { schedaPath } from './schede.ts';

const DIALOG_TITLE = 'Vuoi togliere questa posizione?';

function QuestionText({ posizione }: { posizione: Posizione }) {
  return (
    <p>
      {posizioneInWords(posizione)} ({posizione.nome_ente}). Non la vedrai più nella tua area riservata; quello che devi
      all’ente non cambia. Per riaverla serviranno di nuovo i due codici.
    </p>
  );
}

type Props = { busy: boolean; onConfirm(id: string): void };

/** The question in the page, without scripts: a link asks it, a POST answers. */
export function RemoveQuestion({ posizione, token, busy, onConfirm }: Props & { posizione: Posizione; token: string }) {
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(posizione.Id);
  };
  return (
    <section className="cmp-card" id="togli" aria-labelledby="togli-domanda">
      <h3 className="h5" id="togli-domanda">
        {DIALOG_TITLE}
      </h3>
      <div className="cmp-card-body">
        <QuestionText posizione={posizione} />
        <form className="cmp-nav-steps" method="post" action={schedaPath('posizioni')} onSubmit={confirm}>
          <input type="hidden" name="_token" value={token} />
          <input type="hidden" name="id" value={posizione.Id} />
          <a className="btn btn-outline-primary" href={schedaPath('posizioni')}>
            Annulla
          </a>
          <BusyButton name="_azione" value="togli" busy={busy}>
            Togli la posizione
          </BusyButton>
        </form>
      </div>
    </section>
  );
}

type DialogProps = Props & { posizione: Posizione | undefined; onClose(): void };

/** The same question in a dialog. */
export function RemoveDialog({ posizione, busy, onClose, onConfirm }: DialogProps) {
  return (
    <Dialog
      id="togli-finestra"
      title={DIALOG_TITLE}
      open={posizione !== undefined}
      onClose={onClose}
      actions={
        <>
          <BusyButton type="button" className="btn btn-outline-primary" onClick={onClose}>
            Annulla
          </BusyButton>
          <BusyButton type="button" busy={busy} onClick={() => posizione && onConfirm(posizione.Id)}>
            Togli la posizione
          </BusyButton>
        </>
      }
    >
      {posizione && <QuestionText posizione={posizione} />}
    </Dialog>
  );
}
