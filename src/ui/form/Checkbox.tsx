/** One checkbox of a form, with its label, hint and error. */
import type { ReactNode } from 'react';
import { controlProps, FieldError, FieldHint, type FieldProps, RequiredMark } from './FormGroup.tsx';

type Props = Omit<FieldProps, 'label' | 'defaultValue'> & { label: ReactNode; defaultChecked?: boolean };

/** A tick, sent as `on`. */
export function Checkbox({ label, defaultChecked, ...field }: Props) {
  const control = controlProps({ ...field, label: '' });
  return (
    <div className="form-group">
      <FieldError {...field} />
      <div className="form-check">
        <input {...control} className="form-check-input" type="checkbox" value="on" defaultChecked={defaultChecked} />
        <label htmlFor={field.name}>
          {label}
          <RequiredMark required={field.required} />
        </label>
      </div>
      <FieldHint {...field} />
    </div>
  );
}
