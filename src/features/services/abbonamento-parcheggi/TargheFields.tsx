/** The fields for the number plates of a parking subscription, as many as the ente allows. */
import { Fragment } from 'react';
import { PAESI } from '../../../platform/atoms/targa-scritta.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { CampiProps } from '../../cases/modulo/section.tsx';
import { MAX_TARGHE } from './valori.ts';

const OPZIONI = Object.entries(PAESI)
  .filter(([codice]) => codice !== 'IT')
  .map(([value, label]) => ({ value, label }));

/** One plate after the other, each with its country. @param props.max how many the body takes */
export function TargheFields({ campi, max }: { campi: CampiProps; max: number }) {
  const { valori: v, errori: errors } = campi;
  // What was written for a body that takes more stays in sight: somebody has to take it out.
  const quante = Math.max(max, ...Array.from({ length: MAX_TARGHE }, (_, i) => (v[`targhe_${i}`] ? i + 1 : 0)));
  return Array.from({ length: quante }, (_, i) => {
    const nome = quante === 1 ? 'Targa' : `Targa ${i + 1}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the place of a plate is its name
      <Fragment key={i}>
        <Field
          name={`targhe_${i}`}
          label={nome}
          required={i === 0}
          autoComplete="off"
          spellCheck={false}
          defaultValue={v[`targhe_${i}`]}
          errors={errors}
          hint={i === 0 ? 'Ad esempio AB123CD: maiuscole, spazi e trattini non contano.' : 'Facoltativa.'}
        />
        <Select
          name={`paese_${i}`}
          label={`Paese della ${nome.toLowerCase()}`}
          empty="Italia"
          options={OPZIONI}
          defaultValue={v[`paese_${i}`]}
          errors={errors}
        />
      </Fragment>
    );
  });
}
