/** Sends a declaration from its summary page: bot check, confirmation dialog, and the reason if it is refused. */
import { type FormEvent, useRef, useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { send } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { DefaultSubmit, NavButtons } from '../../../ui/form/NavButtons.tsx';
import { useCall } from '../../../ui/form/useCall.ts';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { island } from '../../../ui/island.ts';
import { TerminiDialog } from '../../cases/modulo/TerminiDialog.tsx';
import { operations } from './mezzo.contract.ts';
import { indirizzo } from './passi.ts';
import { rifiutoInvio } from './richiedente.modulo.ts';

/**
 * @property id of the declaration @property chiave makes one case of it, however often it is sent
 * @property messaggio why the page refused it
 */
export type InvioPassoProps = { id: string; chiave: string; token: string; messaggio?: string | undefined };

const SENZA_RETE =
  'Non siamo riusciti a inviare la dichiarazione: i tuoi dati sono salvi. Controlla la connessione e premi di nuovo «Invia».';

/** The buttons under the summary. Where scripts run they ask once more before the send, which is a call then. */
export const InvioPasso = island(function InvioPasso({ id, chiave, token, messaggio }: InvioPassoProps) {
  const mounted = useMounted();
  const form = useRef<HTMLFormElement>(null);
  const confermato = useRef(false);
  const [chiede, setChiede] = useState(false);
  const invio = useCall(
    { message: messaggio },
    {
      failed: SENZA_RETE,
      call: async (_typed, azione) => {
        // The others are the page's own.
        if (azione !== 'invia') return undefined;
        try {
          await send(operations.scriviDichiarazioneMezzi, { id, invia: true, privacy: true } as never, { key: chiave });
          return indirizzo('conferma', id);
        } catch (error) {
          setChiede(false);
          confermato.current = false;
          if (!(error instanceof PortalError)) throw error;
          const { altrove, message } = rifiutoInvio(id, error);
          if (altrove) return altrove;
          throw new PortalError(error.code, { message });
        }
      },
    },
  );
  const lavoro = invio.busy;

  function premuto(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute('value') !== 'invia' || confermato.current) return void invio.submit(event);
    event.preventDefault();
    if (!lavoro) setChiede(true);
  }

  function invia() {
    if (lavoro) return;
    confermato.current = true;
    form.current?.requestSubmit(form.current.querySelector<HTMLButtonElement>('[value="invia"]'));
  }

  return (
    <form
      ref={form}
      method="post"
      action={indirizzo('riepilogo', id)}
      noValidate
      onSubmit={premuto}
      onFocus={startBotCheck}
    >
      <DefaultSubmit value="invia" />
      <input type="hidden" name="_token" value={token} />
      <input type="hidden" name="_chiave" value={chiave} />
      <ErrorSummary message={invio.outcome.message} />
      <BotConsent />
      <NavButtons next="invia" busy={lavoro} />
      {mounted && (
        <TerminiDialog
          open={chiede}
          busy={lavoro === 'invia'}
          onClose={() => lavoro || setChiede(false)}
          onConfirm={invia}
        />
      )}
    </form>
  );
});
