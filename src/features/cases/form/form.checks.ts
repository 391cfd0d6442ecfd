/** What a step needs before the next may open. Pure: page and island apply the same rules. */
import * as z from 'zod/mini';
import { type FieldErrors, fieldErrors } from '../../../platform/errors.ts';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { CODICE_MISSING, isSameMailbox } from '../otp/codice.ts';
import { checkPrivacy, hasNoErrors, orderErrors, stepsOf } from './form.steps.ts';
import type { FilledForm, FormDefinition, FormStep, FormValues } from './form.ts';
import { openableStep, parseStep } from './steps.ts';

/** The body of the send, the same from the page and from the island. */
export function bodyToSend(
  { body }: FormDefinition,
  values: FormValues,
  allegati: readonly Pick<ShownAllegato, 'Id'>[],
): Record<string, unknown> {
  const { codice_inviato_a: _codeAddress, ...rest } = values;
  // The category of each file was given at its upload.
  const filesAllegati = allegati.map(({ Id }) => ({ Id }));
  return { ...(body ? { ...body(values), privacy: values.privacy } : rest), filesAllegati };
}

/** @param otherErrors found by the caller, beyond the schema */
export function checkData(definition: FormDefinition, filled: FilledForm, otherErrors?: FieldErrors): FieldErrors {
  const { values, allegati, emailConfirmed, login } = filled;
  const { codice_fiscale, ...others } = values;
  const sent = login?.noTaxCode && !codice_fiscale ? others : values;
  const parsed = z.safeParse(definition.schema, bodyToSend(definition, sent, allegati));
  const errors = orderErrors(definition, {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...definition.alsoWrong?.(filled, definition),
    ...otherErrors,
  });
  if (!emailConfirmed && !errors.email) {
    if (isSameMailbox(values.codice_inviato_a, values.email)) {
      errors.otp = [CODICE_MISSING];
    } else {
      errors.email = ['Conferma il tuo indirizzo: premi «Invia il codice» e scrivi il codice che ricevi.'];
    }
  }
  return orderErrors(definition, errors);
}

/** The step that may be opened. @param wanted from the URL or a draft; of none, the furthest */
export function allowedStep(definition: FormDefinition, filled: FilledForm, wanted?: string | null): FormStep {
  const steps = stepsOf(definition);
  return openableStep(steps, parseStep(steps, wanted), (step) =>
    hasNoErrors(step === 'privacy' ? checkPrivacy(filled.values) : checkData(definition, filled)),
  );
}
