/** What a form says of a work that failed. */
import { type Outcome, outcomeOf } from '../../../ui/form/useSend.ts';
import { inOrdine } from './modulo.passi.ts';
import type { Modulo } from './modulo.ts';

export function esitoDi(modulo: Modulo, error: unknown, azione: string): Outcome {
  const { errors, message } = outcomeOf(
    error,
    azione === 'invia'
      ? `Non siamo riusciti a inviare la ${modulo.tipo}: i tuoi dati sono salvi. Controlla la connessione e premi di nuovo «Invia».`
      : 'Non siamo riusciti a salvare i dati: quello che hai scritto è ancora qui. Controlla la connessione e riprova.',
  );
  return errors ? { errors: inOrdine(modulo, errors) } : { message };
}
