/** The field for the code that was mailed, in forms with and without an island. */
import type { FormErrors } from '../../../ui/form/errors.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { CODICE_MINUTES } from './codice.ts';

type Props = {
  /** Address that the code went to */
  sentTo: string;
  errors: FormErrors | undefined;
  /** The last digit is enough, without a button */
  verifiesItself?: boolean;
};

export function CodiceField({ sentTo, errors, verifiesItself = false }: Props) {
  const verified = verifiesItself ? ' Alla sesta cifra lo controlliamo noi.' : '';
  return (
    <Field
      name="otp"
      label="Codice ricevuto per e-mail"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      errors={errors}
      hint={`Sono 6 cifre, inviate a ${sentTo.trim()}: valgono ${CODICE_MINUTES} minuti.${verified} Se non trovi l’e-mail guarda nella posta indesiderata.`}
    />
  );
}
