/** What both forms to pay do once scripts run: one work at a time, errors in words, one key for one send. */
import { useRef } from 'react';
import { send } from '../../../platform/client.browser.ts';
import type { Operation, RawInput } from '../../../platform/contract.ts';
import { nuovaChiave } from '../../../platform/key.browser.ts';
import { leave } from '../../../platform/leave.browser.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { type Outcome, outcomeOf, useSend } from '../../../ui/form/useSend.ts';
import type { Esito } from './paga.ts';
import { RIFIUTI } from './rifiuti.ts';

/** @typeParam A names of the buttons */
export function useInvio<A extends string>(iniziale: Esito & { chiave: string }) {
  const { outcome, show, errors, busy, run, edited } = useSend<A>(
    { errors: iniziale.errori, message: iniziale.messaggio },
    { refused: (error) => outcomeOf(error, nonRiuscito(error)) },
  );
  const inviato = useRef({ corpo: '', chiave: iniziale.chiave });

  /** @param work what is wrong, or nothing */
  const esegui = (azione: A, work: () => Promise<Esito | undefined>): Promise<void> =>
    run(azione, async () => inUscita((await work()) ?? {}));

  /** Opens a payment and leaves for its provider. The same data again, after a lost answer, open no second one. */
  async function apri<Op extends Operation>(operation: Op, corpo: RawInput<Op>): Promise<never> {
    const scritto = operation.path + JSON.stringify(corpo);
    if (inviato.current.corpo !== scritto) inviato.current = { corpo: scritto, chiave: nuovaChiave() };
    const aperto = await send(operation, corpo, { key: inviato.current.chiave });
    return leave((aperto as { redirect: string }).redirect);
  }

  const esito: Esito = { errori: outcome.errors, messaggio: outcome.message };
  const setEsito = (nuovo: Esito) => show(inUscita(nuovo));
  return { esito, setEsito, errori: errors, lavoro: busy, esegui, apri, scritto: edited };
}

const inUscita = ({ errori, messaggio }: Esito): Outcome => ({ errors: errori, message: messaggio });

/** An error in words. */
export function inParole(error: unknown): Esito {
  const { errors, message } = outcomeOf(error, nonRiuscito(error));
  return { errori: errors, messaggio: message };
}

const nonRiuscito = (error: unknown): string =>
  error instanceof CallError && error.status === 503 ? RIFIUTI.SERVIZIO_NON_DISPONIBILE.message : NON_RIUSCITO;

const NON_RIUSCITO =
  'Non siamo riusciti a completare l’operazione: quello che hai scritto è ancora qui e nessun importo è stato addebitato. Controlla la connessione e riprova.';
