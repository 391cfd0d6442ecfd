/** A question of a form with so few answers that radio buttons show them all. */
import { controlProps, FieldError, FieldHint, type FieldProps, RequiredMark } from './FormGroup.tsx';
import type { SelectOption } from './Select.tsx';

type Props = FieldProps & {
  options: readonly (SelectOption & { hint?: string })[];
  /** `data-element` of the question and of each answer, where a conformity rule names them */
  elements?: { question: string; answer: string };
};

/** One of a few answers, all visible. The first choice has the id, so that the error link leads to it. */
export function RadioGroup({ options, elements, ...field }: Props) {
  const control = controlProps(field);
  return (
    <fieldset className="form-group" aria-describedby={control['aria-describedby']}>
      <legend data-element={elements?.question}>
        {field.label}
        <RequiredMark required={field.required} spoken />
      </legend>
      <FieldHint {...field} />
      <FieldError {...field} />
      {options.map(({ value, label, hint }, at) => {
        const id = at === 0 ? field.name : `${field.name}-${value}`;
        return (
          <div className="form-check" key={value}>
            <input
              className="form-check-input"
              type="radio"
              id={id}
              name={field.name}
              value={value}
              defaultChecked={field.defaultValue === value}
              aria-describedby={hint ? `${id}-nota` : undefined}
            />
            <label htmlFor={id} data-element={elements?.answer}>
              {label}
            </label>
            {hint && (
              <p className="form-text" id={`${id}-nota`}>
                {hint}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
