/** The form of a report: the place, the fault and the author. */
import { createIsland } from '../../../ui/island.ts';
import { authorSection } from '../../cases/form/AuthorFields.tsx';
import { StepForm } from '../../cases/form/StepForm.tsx';
import { rowsOf } from '../../cases/form/section.tsx';
import type { FormBehaviour } from '../../cases/form/useStepForm.ts';
import { useEnteRow } from '../../cases/offerta/useEnteRow.ts';
import { DataStep, FAULT_PANEL, LUOGO_PANEL } from './DataStep.tsx';
import type { SegnalazioneFormProps } from './form-props.ts';
import { entiList } from './lists.browser.ts';
import { segnalazioneCalls } from './segnalazione.calls.ts';
import { checkTipo, faultFields, placeFields, SEGNALAZIONE_FORM } from './segnalazione.fields.ts';

const FORM_BEHAVIOUR: FormBehaviour = {
  definition: SEGNALAZIONE_FORM,
  invio: segnalazioneCalls.inviaSegnalazione,
  pageFields: ['ente', 'codice'],
  check: (values) =>
    checkTipo(
      values,
      entiList.$list.get().items.find((e) => e.Id === values.ente),
    ),
};

export const SegnalazioneForm = createIsland(function SegnalazioneForm(props: SegnalazioneFormProps) {
  const enteRow = useEnteRow(props, entiList);
  return (
    <StepForm
      behaviour={FORM_BEHAVIOUR}
      page={props}
      sections={[
        {
          ...LUOGO_PANEL,
          content: (context) => <DataStep {...props} context={context} />,
          rows: (v) => [
            enteRow(v),
            ...rowsOf(placeFields, v).slice(0, 1),
            ...(v.lat && v.lon ? [{ name: 'Posizione (latitudine, longitudine)', value: `${v.lat}, ${v.lon}` }] : []),
          ],
        },
        { ...FAULT_PANEL, rows: (v, files) => rowsOf(faultFields, v, files) },
        authorSection('Autore della segnalazione'),
      ]}
    />
  );
});
