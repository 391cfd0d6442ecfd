/** The form of a report: the place, the fault and the author. */
import { useEffect } from 'react';
import { createIsland } from '../../../ui/island.ts';
import { useCoda } from '../../cases/coda/useCoda.ts';
import { authorSection } from '../../cases/form/AuthorFields.tsx';
import type { FormBehaviour, FormValues } from '../../cases/form/form.ts';
import { labelIn, optionsOf } from '../../cases/form/options.ts';
import { StepForm } from '../../cases/form/StepForm.tsx';
import { rowsOf } from '../../cases/form/section.tsx';
import { PlaceFigure } from '../../cases/mappa/PlaceFigure.tsx';
import { useEnteRow } from '../../cases/offerta/useEnteRow.ts';
import { DataStep, FAULT_PANEL, LUOGO_PANEL } from './DataStep.tsx';
import type { SegnalazioneFormProps } from './form-props.ts';
import { entiList } from './lists.browser.ts';
import { TIPI } from './options.ts';
import { knownOutside } from './point-answer.browser.ts';
import { codiceOf, problemaInWords } from './problems.ts';
import { segnalazioneCalls } from './segnalazione.calls.ts';
import {
  checkTipo,
  faultFields,
  mayBePublic,
  placeFields,
  publicFields,
  SEGNALAZIONE_FORM,
} from './segnalazione.fields.ts';
import { keepShell } from './shell.browser.ts';

const FORM_BEHAVIOUR: FormBehaviour = {
  definition: SEGNALAZIONE_FORM,
  invio: segnalazioneCalls.inviaSegnalazione,
  pageFields: ['ente', 'codice'],
  useCoda,
  check: (values) => {
    const outside = values.fuori_confine !== 'on' && knownOutside(values);
    return {
      ...checkTipo(
        values,
        entiList.$list.get().items.find((e) => e.Id === values.ente),
      ),
      ...(outside && { fuori_confine: [outside] }),
    };
  },
};

export const SegnalazioneForm = createIsland(function SegnalazioneForm(props: SegnalazioneFormProps) {
  const enteRow = useEnteRow(props, entiList);
  const { keepsShell: keeps } = props;
  useEffect(() => {
    if (keeps) keepShell();
  }, [keeps]);
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
            ...pointRows(v, props.maps[v.ente ?? '']?.attribuzione),
          ],
        },
        {
          ...FAULT_PANEL,
          rows: (v, files) => {
            const codice = codiceOf(v);
            const words = problemaInWords(v, labelIn(optionsOf(TIPI), codice));
            return [
              ...rowsOf(faultFields, { ...v, codice }, files, { codice: words }),
              ...(mayBePublic(v, Array.isArray(props.enti) ? props.enti : []) ? rowsOf(publicFields, v) : []),
            ];
          },
        },
        authorSection('I tuoi dati'),
      ]}
    />
  );
});

/** The point that was set, in numbers and on a small map, which the server draws from the draft. */
function pointRows({ lat, lon }: FormValues, attribuzione: string | undefined) {
  if (!lat || !lon) return [];
  const src = `${segnalazioneCalls.mappaBozza.path}?${new URLSearchParams({ lat, lon })}`;
  const value = (
    <>
      <small>
        {lat}, {lon}
      </small>
      <PlaceFigure point={{ lat: Number(lat), lon: Number(lon) }} attribuzione={attribuzione} src={src} />
    </>
  );
  return [{ name: 'Posizione (latitudine, longitudine)', value }];
}
