/** The button with which an operator hides a message or a file that exposes personal data. */
import { type FormEvent, useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/filter.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { PraticaSide } from '../pratica/stati.ts';
import { chatCalls } from './chat.calls.ts';
import { hiddenKindOf } from './pratica-words.ts';
import { tellDone } from './updates.browser.ts';

/** The reading side, and what its forms send along. @property downloads whether the portal has the files of the case */
export type PraticaReader = { email: string; vista: PraticaSide; token: string; ente: string; downloads: boolean };

/** The button itself, which only the office's panels load. */
export type HideControl = typeof HideButton;

type Props = {
  kind: 'evento' | 'allegato';
  id: string;
  /** Names the message or file: a screen reader reads the buttons one after the other */
  label: string;
  /** Id of the case */
  pratica: string;
  reader: PraticaReader;
};

/** Hiding cannot be undone, so it takes two presses: the first opens the question. */
export function HideButton({ kind, id, label, pratica, reader }: Props) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { email, vista, token } = reader;
  const noun = kind === 'evento' ? 'questo messaggio' : 'questo file';

  const hide = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const { pubblico } = await sendCall(chatCalls.nascondi, {
        email,
        id: pratica,
        vista,
        ...(kind === 'evento' ? { evento: id, allegato: undefined } : { evento: undefined, allegato: id }),
      });
      await tellDone(hiddenKindOf(pubblico));
    } catch (error) {
      if (!(error instanceof PortalError || error instanceof CallError)) throw error;
      setError(error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <details className="conferma">
      <summary>
        Nascondi {noun}
        <span className="visually-hidden">: {label}</span>
      </summary>
      <form method="post" onSubmit={hide}>
        <input type="hidden" name="_token" value={token} />
        <input type="hidden" name={kind} value={id} />
        <p>Vuoi nascondere {noun} a tutti, perché espone dati di una persona? Non potrai mostrarlo di nuovo.</p>
        {error && (
          <p className="form-feedback" role="alert">
            {error}
          </p>
        )}
        <BusyButton className="btn btn-outline-primary" name="_azione" value="nascondi" busy={busy}>
          Sì, nascondi
          <span className="visually-hidden">: {label}</span>
        </BusyButton>
      </form>
    </details>
  );
}
