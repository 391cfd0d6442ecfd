/** The choice of how many instalments: cards to compare, and every other number folded below them, all of one field. */
import type { FormErrors } from '../../../ui/form/errors.ts';
import { controlProps, FieldError, RequiredMark } from '../../../ui/form/FormGroup.tsx';
import type { RataChoice } from './choices.ts';

/** @property value the number chosen when the page came */
type Props = {
  name: string;
  label: string;
  cards: readonly RataChoice[];
  others: readonly RataChoice[];
  value: string | undefined;
  errors: FormErrors;
};

/** The first card has the id, so that the error link leads to it. */
export function RataChoices({ name, label, cards, others, value, errors }: Props) {
  const field = { name, label, required: true, errors };
  const list = (choices: readonly RataChoice[]) => (
    <div className="scelte">
      {choices.map(({ n, title, details }) => {
        const id = n === cards[0]?.n ? name : `${name}-${n}`;
        return (
          <div className="form-check" key={n}>
            <input
              className="form-check-input"
              type="radio"
              id={id}
              name={name}
              value={n}
              defaultChecked={value === String(n)}
            />
            <label htmlFor={id}>
              {title}
              {details.length > 0 && (
                <>
                  <br />
                  <small>{details.join(', ')}</small>
                </>
              )}
            </label>
          </div>
        );
      })}
    </div>
  );
  return (
    <fieldset className="form-group" aria-describedby={controlProps(field)['aria-describedby']}>
      <legend>
        {label}
        <RequiredMark required spoken />
      </legend>
      <FieldError {...field} />
      {list(cards)}
      {others.length > 0 && (
        <details open={others.some(({ n }) => value === String(n))}>
          <summary>Un altro numero di rate</summary>
          {list(others)}
        </details>
      )}
    </fieldset>
  );
}
