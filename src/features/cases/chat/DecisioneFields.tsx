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
      {asks.map(({ nome, etichetta, tipo, aiuto }) => (
        <Field
          key={nome}
          name={nome}
          label={`${etichetta} (facoltativo)`}
          hint={aiuto}
          type={tipo === 'data' ? 'date' : 'text'}
          inputMode={tipo === 'euro' ? 'decimal' : undefined}
          defaultValue={valori[nome]}
          errors={errors}
        />
      ))}
    </fieldset>
  );
}
