/** The e-mail field that the form for avvisi and the form for spontaneous payments share. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { Field } from '../../../ui/form/Field.tsx';
import type { TypedValues } from './pagamento-form.ts';

/** The address is used for the receipt and the outcome only, so that no code has to confirm it. */
export function RicevutaEmailField({ values, errors }: { values: TypedValues; errors: FieldErrors }) {
  return (
    <Field
      name="emailDebitore"
      label="E-mail per la ricevuta"
      type="email"
      required
      autoComplete="email"
      defaultValue={values.emailDebitore}
      errors={errors}
      hint="Ti mandiamo qui la ricevuta e l’esito del pagamento."
    />
  );
}
