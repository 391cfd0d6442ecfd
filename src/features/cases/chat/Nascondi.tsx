/** How an operator hides a message or a file that exposes personal data. */
import { type FormEvent, useState } from 'react';
import { send } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/filter.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { Parte } from '../pratica/stati.ts';
import { operations } from './chat.contract.ts';
import { tellDone } from './updates.browser.ts';

/** Who looks at the case, and what their forms need. */
export type Lettore = { email: string; vista: Parte; token: string; ente: string };

type Props = {
  cosa: 'evento' | 'allegato';
  id: string;
  /** Which message or file, for who hears one button after the other */
  quale: string;
  /** Id of the case */
  pratica: string;
  lettore: Lettore;
};

/** Hiding cannot be undone, so it takes two presses: the first opens the question. */
export function Nascondi({ cosa, id, quale, pratica, lettore }: Props) {
  const [busy, setBusy] = useState(false);
  const [errore, setErrore] = useState<string>();
  const { email, vista, token } = lettore;
  const nome = cosa === 'evento' ? 'questo messaggio' : 'questo file';

  const nascondi = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await send(operations.nascondi, {
        email,
        id: pratica,
        vista,
        ...(cosa === 'evento' ? { evento: id, allegato: undefined } : { evento: undefined, allegato: id }),
      });
      await tellDone('nascosto');
    } catch (error) {
      if (!(error instanceof PortalError || error instanceof CallError)) throw error;
      setErrore(error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <details className="conferma">
      <summary>
        Nascondi {nome}
        <span className="visually-hidden">: {quale}</span>
      </summary>
      <form method="post" onSubmit={nascondi}>
        <input type="hidden" name="_token" value={token} />
        <input type="hidden" name={cosa} value={id} />
        <p>Vuoi nascondere {nome} a tutti, perché espone dati di una persona? Non potrai mostrarlo di nuovo.</p>
        {errore && (
          <p className="form-feedback" role="alert">
            {errore}
          </p>
        )}
        <BusyButton className="btn btn-outline-primary" name="_azione" value="nascondi" busy={busy}>
          Sì, nascondi
          <span className="visually-hidden">: {quale}</span>
        </BusyButton>
      </form>
    </details>
  );
}
