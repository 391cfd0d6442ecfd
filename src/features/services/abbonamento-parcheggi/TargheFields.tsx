/** The fields for the number plates of a parking subscription, as many as the ente allows. */
import { Fragment } from 'react';
import { PAESE_NAMES } from '../../../platform/atoms/targa-format.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { SectionContext } from '../../cases/form/section.tsx';
import { MAX_TARGHE } from './options.ts';

const COUNTRY_OPTIONS = Object.entries(PAESE_NAMES)
  .filter(([codice]) => codice !== 'IT')
  .map(([value, label]) => ({ value, label }));

/** One plate after the other, each with its country. @param props.max how many the ente allows */
export function TargheFields({ fields, max }: { fields: SectionContext; max: number }) {
  const { values: v, errors } = fields;
  // Plates typed for an ente that allows more stay visible, because the citizen has to remove them.
  const count = Math.max(max, ...Array.from({ length: MAX_TARGHE }, (_, i) => (v[`targhe_${i}`] ? i + 1 : 0)));
  return Array.from({ length: count }, (_, i) => {
    const label = count === 1 ? 'Targa' : `Targa ${i + 1}`;
    const names = [`targhe_${i}`, `paese_${i}`];
    const plate = (
      <>
        <Field
          name={`targhe_${i}`}
          label={label}
          required={i === 0}
          autoComplete="off"
          spellCheck={false}
          defaultValue={v[`targhe_${i}`]}
          errors={errors}
          hint={i === 0 ? 'Ad esempio AB123CD: maiuscole, spazi e trattini non contano.' : 'Facoltativa.'}
        />
        <Select
          name={`paese_${i}`}
          label={`Paese della ${label.toLowerCase()}`}
          empty="Italia"
          options={COUNTRY_OPTIONS}
          defaultValue={v[`paese_${i}`]}
          errors={errors}
        />
      </>
    );
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the place of a plate is its name
    if (i === 0) return <Fragment key={i}>{plate}</Fragment>;
    return (
      <details key={i} className="dove" open={names.some((name) => v[name] || errors[name])}>
        <summary>Aggiungi la {label.toLowerCase()}</summary>
        {plate}
      </details>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the place of a plate is its name
  });
}
