/** The fields with which an operator changes the terms of what they accept: amounts and dates. */
import { Field } from '../../../ui/form/Field.tsx';
import type { DecisioneField } from '../pratica/decisione.ts';

type Props = {
  asks: readonly DecisioneField[];
  valori: Record<string, string>;
  errors: Record<string, string[]> | undefined;
};

/** The terms that an operator can change, for services that leave some open. */
export function DecisioneFields({ asks, valori, errors }: Props) {
  if (asks.length === 0) return null;
  return (
    <fieldset>
      <legend className="h6">Se accetti la richiesta</legend>
      {asks.map(({ name, label, kind, hint }) => (
        <Field
          key={name}
          name={name}
          label={`${label} (facoltativo)`}
          hint={hint}
          type={kind === 'date' ? 'date' : 'text'}
          inputMode={kind === 'euro' ? 'decimal' : undefined}
          defaultValue={valori[name]}
          errors={errors}
        />
      ))}
    </fieldset>
  );
}
