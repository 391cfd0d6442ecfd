/** The input of most questions in a form: every answer of a single line. */
import type { InputHTMLAttributes } from 'react';
import { controlProps, type FieldProps, FormGroup } from './FormGroup.tsx';

type InputAttributes =
  | 'autoComplete'
  | 'inputMode'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'step'
  | 'readOnly'
  | 'spellCheck'
  | 'list';
/** The options of a one-line input beside those of every field. */
export type LineAttributes = Pick<InputHTMLAttributes<HTMLInputElement>, InputAttributes> & {
  type?: 'text' | 'email' | 'tel' | 'date' | 'number' | 'password';
};
type Props = FieldProps & LineAttributes;

/**
 * One line of text, an e-mail, a telephone number, a date, a number or a secret. Never controlled, so that text typed before hydration
 * stays.
 */
export function Field(props: Props) {
  const { name, label, hint, required, defaultValue, errors, type = 'text', ...input } = props;
  return (
    <FormGroup name={name} label={label} hint={hint} required={required} errors={errors}>
      <input {...controlProps(props)} {...input} type={type} defaultValue={defaultValue} />
    </FormGroup>
  );
}
