/** A question of a form with too many answers for radio buttons. */
import { controlProps, type FieldProps, FormGroup } from './FormGroup.tsx';

export type SelectOption = { value: string; label: string };

/** One of a list. The first entry is empty, so that no answer is chosen for the citizen. */
export function Select({
  options,
  empty = 'Scegli',
  ...field
}: FieldProps & { options: readonly SelectOption[]; empty?: string }) {
  return (
    <FormGroup {...field}>
      <select {...controlProps(field)} defaultValue={field.defaultValue ?? ''}>
        <option value="">{empty}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FormGroup>
  );
}
