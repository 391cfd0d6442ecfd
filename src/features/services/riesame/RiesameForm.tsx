/** The form that asks for the review of documents: reason, facts and supporting files. */
import { createIsland } from '../../../ui/island.ts';
import { listedSection } from '../../cases/form/section.tsx';
import { DocumentiForm } from '../../cases/richiesta/DocumentiForm.tsx';
import type { DocumentiFormProps } from '../../cases/richiesta/DocumentiPanel.tsx';
import { riesameCalls } from './riesame.calls.ts';
import { riesameFields, riesameForm } from './riesame.fields.ts';

export type RiesameFormProps = DocumentiFormProps;

const FORM_SECTIONS = [listedSection({ id: 'richiesta', title: 'Richiesta' }, riesameFields)];

export const RiesameForm = createIsland(function RiesameForm(props: RiesameFormProps) {
  return (
    <DocumentiForm
      page={props}
      makeDefinition={() => riesameForm(props.path)}
      invio={riesameCalls.inviaRiesame}
      sections={FORM_SECTIONS}
    />
  );
});
