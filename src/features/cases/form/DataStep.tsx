/** The step of a form with its fields: the sections, and an index of them beside. */
import { Fragment } from 'react';
import { PageIndex } from '../../../ui/form/Panel.tsx';
import type { FormSection, SectionContext } from './section.tsx';

/** @property hidden fields of other steps that are sent along */
type Props = { sections: readonly FormSection[]; hidden: readonly string[]; context: SectionContext };

export function DataStep({ sections, hidden, context }: Props) {
  return (
    <div className="row">
      <div className="col-lg-3">
        <PageIndex items={sections.map(({ id, title }) => ({ id, name: title }))} />
      </div>
      <div className="col-lg-8 offset-lg-1">
        {hidden.map((name) => (
          <input key={name} type="hidden" name={name} value={context.values[name] ?? ''} />
        ))}
        {sections.map(({ id, content }) => (
          <Fragment key={id}>{content?.(context)}</Fragment>
        ))}
      </div>
    </div>
  );
}
