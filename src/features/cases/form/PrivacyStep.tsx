/** The first step of a form: the citizen accepts the privacy notice, and can log in to have their data filled in. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import type { FormDefinition, FormProps, FormValues } from './form.ts';

type Props = Pick<FormProps, 'recipient' | 'privacy' | 'login'> & {
  definition: FormDefinition;
  values: FormValues;
  errors?: FieldErrors | undefined;
};

/** Address of this step with the values of the link, for the return from the login. */
function returnPath({ path, linkFields = [] }: FormDefinition, values: FormValues): string {
  const chosen = linkFields.flatMap((name) => (values[name] ? [[name, values[name]]] : []));
  return chosen.length > 0 ? `${path}?${new URLSearchParams([...chosen, ['passo', 'privacy']])}` : path;
}

/** Explains the use of the data and asks for consent. Values of the link are sent along. */
export function PrivacyStep({ definition, recipient, privacy, login, values, errors }: Props) {
  const { tipo, linkFields } = definition;
  return (
    <div className="testo">
      {!login && (
        <p>
          Hai un’identità digitale?{' '}
          <a href={`/login?da=${encodeURIComponent(returnPath(definition, values))}`}>Accedi</a>: i tuoi dati sono già
          scritti.
        </p>
      )}
      <p>
        {recipient} tratta i dati personali che fornisci con questo modulo per gestire la {tipo} e risponderti, in base
        agli articoli 13 e 14 del Regolamento (UE) 2016/679 sulla protezione dei dati. Li vedono gli uffici che lavorano
        la {tipo} e chi fornisce loro i servizi informatici.
      </p>
      <p>
        Per i dettagli leggi l’<a href={privacy}>informativa sulla privacy</a>.
      </p>
      {linkFields?.map((name) => (
        <input key={name} type="hidden" name={name} value={values[name]} />
      ))}
      <Checkbox
        name="privacy"
        label="Ho letto e compreso l’informativa sulla privacy"
        required
        defaultChecked={values.privacy === 'on'}
        errors={errors}
      />
    </div>
  );
}
