/** Fields of an operator's answer that change the terms of what is accepted: amounts and dates. */
import { Field } from '../../../ui/form/Field.tsx';
import type { DecisioneField } from '../pratica/decisione.ts';

type Props = {
  asks: readonly DecisioneField[];
  valori: Record<string, string>;
  errors: Record<string, string[]> | undefined;
};

/** What an operator may grant otherwise than it was asked, for the services that leave something to grant. */
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
