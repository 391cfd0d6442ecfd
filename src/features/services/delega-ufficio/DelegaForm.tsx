/** The form that asks an office for a delegation: which office, for whom, why and for what, who asks. */
import { useState } from 'react';
import { addDays } from '../../../platform/atoms/date.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import { type RecipientChoice, RecipientEnte, recipientName } from '../../cases/ente/RecipientEnte.tsx';
import { authorSection } from '../../cases/form/AuthorFields.tsx';
import type { FormBehaviour, FormProps } from '../../cases/form/form.ts';
import { StepForm } from '../../cases/form/StepForm.tsx';
import { type FormSection, listedSection } from '../../cases/form/section.tsx';
import { MAX_DAYS } from '../../cases/posizione/deleghe-words.ts';
import { delegaCalls } from './delega.calls.ts';
import { makeDelegaForm, personFields, requestFields } from './delega.fields.ts';

/** @property today date in Rome */
export type DelegaFormProps = FormProps & RecipientChoice & { today: string };

export const DelegaForm = createIsland(function DelegaForm(props: DelegaFormProps) {
  const [behaviour] = useState<FormBehaviour>(() => ({
    definition: makeDelegaForm(props.today),
    invio: delegaCalls.chiediDelega,
    pageFields: ['ente'],
  }));
  return (
    <StepForm
      behaviour={behaviour}
      page={props}
      sections={[
        recipientSection(props),
        listedSection({ id: 'persona', title: 'Per chi vuoi agire' }, personFields),
        listedSection({ id: 'richiesta', title: 'Che cosa ti serve' }, requestFields, {
          fino_a: { line: { min: props.today, max: addDays(props.today, MAX_DAYS) } },
        }),
        authorSection('Chi chiede'),
      ]}
    />
  );
});

const RECIPIENT_PANEL = { id: 'destinatario', title: 'A chi scrivi' };

const recipientSection = (props: DelegaFormProps): FormSection => ({
  ...RECIPIENT_PANEL,
  content: ({ values, errors }) => (
    <Panel {...RECIPIENT_PANEL} intro="La delega vale solo per le posizioni della persona in questo ente.">
      <RecipientEnte to={props} label="Ente" defaultValue={values.ente} errors={errors} />
    </Panel>
  ),
  rows: ({ ente }) => [{ name: 'Ente', value: recipientName(props, ente) }],
});
