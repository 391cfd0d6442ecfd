import { type FormEvent, useEffect, useRef, useState } from 'react';
import { send } from '../../platform/client.browser.ts';
import type { Operation, RawInput } from '../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../platform/errors.ts';
import { nuovaChiave } from '../../platform/key.browser.ts';
import { leave } from '../../platform/leave.browser.ts';
import { CallError } from '../../platform/monitoring/call-error.ts';
import type { Esito } from './paga.ts';
import { RIFIUTI } from './rifiuti.ts';

/**
 * What both forms to pay do once scripts run: one work at a time, errors in words, one key for one send.
 * @typeParam A names of the buttons
 */
export function useInvio<A extends string>(iniziale: Esito & { chiave: string }) {
  const [esito, setEsito] = useState<Esito>(iniziale);
  const [lavoro, setLavoro] = useState<A>();
  const [corretti, setCorretti] = useState<string[]>([]);
  const occupato = useRef(false);
  const inviato = useRef({ corpo: '', chiave: iniziale.chiave });

  const errato = Boolean(esito.messaggio) || Object.keys(esito.errori ?? {}).length > 0;
  useEffect(() => {
    document.title = (errato ? 'Errore: ' : '') + document.title.replace(/^Errore: /, '');
  }, [errato]);

  /** @param work what is wrong, or nothing */
  async function esegui(azione: A, work: () => Promise<Esito | undefined>): Promise<void> {
    if (occupato.current) return;
    occupato.current = true;
    setLavoro(azione);
    try {
      setEsito((await work()) ?? {});
    } catch (error) {
      setEsito(inParole(error));
    } finally {
      setCorretti([]);
      occupato.current = false;
      setLavoro(undefined);
    }
  }

  /** Opens a payment and leaves for its provider. The same data again, after a lost answer, open no second one. */
  async function apri<Op extends Operation>(operation: Op, corpo: RawInput<Op>): Promise<never> {
    const scritto = operation.path + JSON.stringify(corpo);
    if (inviato.current.corpo !== scritto) inviato.current = { corpo: scritto, chiave: nuovaChiave() };
    const aperto = await send(operation, corpo, { key: inviato.current.chiave });
    return leave((aperto as { redirect: string }).redirect);
  }

  /** A field that is being put right is no longer shown as wrong; the summary stays until the next check. */
  function scritto({ target }: FormEvent) {
    const nome = (target as HTMLInputElement).name;
    if (esito.errori?.[nome] && !corretti.includes(nome)) setCorretti([...corretti, nome]);
  }

  const aperti = Object.entries(esito.errori ?? {}).filter(([nome]) => !corretti.includes(nome));
  return { esito, setEsito, errori: Object.fromEntries(aperti) as FieldErrors, lavoro, esegui, apri, scritto };
}

/** An error in words. One of our own is told to the error reporter as well. */
export function inParole(error: unknown): Esito {
  if (error instanceof PortalError) {
    return error.fields ? { errori: error.fields } : { messaggio: error.message };
  }
  if (!(error instanceof CallError)) reportError(error);
  const lontano = error instanceof CallError && error.status === 503;
  return { messaggio: lontano ? RIFIUTI.SERVIZIO_NON_DISPONIBILE.message : NON_RIUSCITO };
}

const NON_RIUSCITO =
  'Non siamo riusciti a completare l’operazione: quello che hai scritto è ancora qui e nessun importo è stato addebitato. Controlla la connessione e riprova.';
