/** The fields with which an operator changes the terms of what they accept: amounts and dates. */
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
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
      {asks.map((field) => {
        const { name, hint } = field;
        const told = { name, label: `${field.label} (facoltativo)`, hint, defaultValue: valori[name], errors };
        if (field.kind === 'choice')
          return <Select key={name} {...told} empty="Come chiesto" options={field.options} />;
        const isDate = field.kind === 'date';
        return (
          <Field
            key={name}
            {...told}
            type={isDate ? 'date' : 'text'}
            inputMode={field.kind === 'euro' ? 'decimal' : undefined}
          />
        );
      })}
    </fieldset>
  );
}
