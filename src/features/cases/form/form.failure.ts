/** The words of a form when saving or sending fails. */
import type { ScreenOutcome } from '../../../ui/form/outcome.ts';
import { outcomeOf } from '../../../ui/form/useSend.ts';
import { orderErrors } from './form.checks.ts';
import type { FormDefinition } from './form.ts';

export function failureOutcome(definition: FormDefinition, error: unknown, button: string): ScreenOutcome {
  const { errors, message } = outcomeOf(
    error,
    button === 'invia'
      ? `Non siamo riusciti a inviare la ${definition.tipo}: i tuoi dati sono salvi. Controlla la connessione e premi di nuovo «Invia».`
      : 'Non siamo riusciti a salvare i dati: quello che hai scritto è ancora qui. Controlla la connessione e riprova.',
  );
  return errors ? { errors: orderErrors(definition, errors) } : { message };
}
