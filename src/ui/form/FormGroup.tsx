/** What all controls of a form have in common, so that a screen reader reads label, hint and error with each. */
import type { ReactNode } from 'react';
import { type FormErrors, firstErrorOf } from './errors.ts';

/** The props of every field. `name` is also the id, the schema's key and the target of the error link. */
export type FieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean | undefined;
  defaultValue?: string | undefined;
  errors?: FormErrors | undefined;
};

/** Attributes that connect a control with its label, hint and error. */
export function controlProps({ name, hint, required, errors }: FieldProps) {
  const wrong = firstErrorOf(errors, name) !== undefined;
  const described = [hint ? `${name}-aiuto` : '', wrong ? `${name}-errore` : ''].filter(Boolean).join(' ');
  return {
    id: name,
    name,
    className: wrong ? 'form-control is-invalid' : 'form-control',
    'aria-describedby': described || undefined,
    'aria-invalid': wrong || undefined,
    'aria-required': required || undefined,
  };
}

/**
 * Label, hint and error around one control. The error stands before the control, where it is read first.
 * @param props.spoken for a control that cannot itself be marked as required
 */
export function FormGroup({ children, spoken, ...field }: FieldProps & { children: ReactNode; spoken?: boolean }) {
  return (
    <div className="form-group">
      <label htmlFor={field.name}>
        {field.label}
        <RequiredMark required={field.required} spoken={spoken} />
      </label>
      <FieldHint {...field} />
      <FieldError {...field} />
      {children}
    </div>
  );
}

type RequiredMarkProps = { required?: boolean | undefined; spoken?: boolean | undefined };

export function RequiredMark({ required, spoken }: RequiredMarkProps) {
  if (!required) return null;
  return (
    <>
      <span aria-hidden="true">*</span>
      {spoken && <span className="visually-hidden"> (obbligatorio)</span>}
    </>
  );
}

export function FieldHint({ name, hint }: Pick<FieldProps, 'name' | 'hint'>) {
  return hint ? (
    <p className="form-text" id={`${name}-aiuto`}>
      {hint}
    </p>
  ) : null;
}

export function FieldError({ name, errors }: Pick<FieldProps, 'name' | 'errors'>) {
  const message = firstErrorOf(errors, name);
  return message ? (
    <p className="form-feedback" id={`${name}-errore`}>
      <span className="visually-hidden">Errore: </span>
      {message}
    </p>
  ) : null;
}
