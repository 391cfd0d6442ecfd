import { type FieldErrors, PortalError } from '../../platform/errors.ts';
import { CallError } from '../../platform/monitoring/call-error.ts';
import { inOrdine, nessuno } from './modulo.passi.ts';
import type { Modulo } from './modulo.ts';

/** What a check or a call has left on screen. @property messaggio what belongs to no field */
export type Esito = { errori?: FieldErrors | undefined; messaggio?: string | undefined };

/** An error in words. One of our own is told to the error reporter as well. */
export function esitoDi(modulo: Modulo, error: unknown, azione: string): Esito {
  if (error instanceof PortalError) {
    const errori = inOrdine(modulo, error.fields ?? {});
    return { errori, messaggio: nessuno(errori) ? error.message : undefined };
  }
  if (!(error instanceof CallError)) reportError(error);
  return {
    messaggio:
      azione === 'invia'
        ? `Non siamo riusciti a inviare la ${modulo.tipo}: i tuoi dati sono salvi. Controlla la connessione e premi di nuovo «Invia».`
        : 'Non siamo riusciti a salvare i dati: quello che hai scritto è ancora qui. Controlla la connessione e riprova.',
  };
}
