/** The form of a request in the browser: the sections of the service, then the applicant. */
import { useState } from 'react';
import type { FormBehaviour, FormDefinition, FormProps, FormStep } from '../form/form.ts';
import { StepForm } from '../form/StepForm.tsx';
import type { FormSection } from '../form/section.tsx';
import { RICHIEDENTE } from '../richiedente/RichiedenteFields.tsx';

type Props = Pick<FormBehaviour, 'invio' | 'check'> & {
  page: FormProps;
  makeDefinition(): FormDefinition<FormStep>;
  pageFields?: FormBehaviour['pageFields'];
  sections: readonly FormSection[];
};

export function RichiestaForm({ page, sections, makeDefinition, pageFields = [], ...form }: Props) {
  const [behaviour] = useState<FormBehaviour>(() => ({ ...form, pageFields, definition: makeDefinition() }));
  return <StepForm behaviour={behaviour} page={page} sections={[...sections, ...RICHIEDENTE]} />;
}
