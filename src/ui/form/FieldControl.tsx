/** The control of one field of a form's list. Files and special fields are drawn by the form itself. */
import { Checkbox } from './Checkbox.tsx';
import type { FormErrors } from './errors.ts';
import { Field } from './Field.tsx';
import type { FormField } from './fields.ts';
import { RadioGroup } from './RadioGroup.tsx';
import { Select } from './Select.tsx';
import { TextArea } from './TextArea.tsx';

type Props = { name: string; field: FormField; value: string | undefined; errors: FormErrors | undefined };

export function FieldControl({ name, field, value, errors }: Props) {
  const { label, hint, required, max, rows, options = [] } = field;
  const group = { name, label, hint, required, errors };
  switch (field.control) {
    case 'line':
      return <Field {...group} {...field.line} defaultValue={value} />;
    case 'lines':
      return <TextArea {...group} max={max} rows={rows} defaultValue={value} />;
    case 'select':
      return <Select {...group} options={options} defaultValue={value} />;
    case 'radio':
      return <RadioGroup {...group} options={options} defaultValue={value} />;
    case 'box':
      return <Checkbox {...group} defaultChecked={value === 'on'} />;
    default:
      throw new Error(`${name}: a field of this kind is drawn by its form`);
  }
}
