/** The fields with which an operator files a report for a citizen: the type, the place on a map, photos, and what is open nearby. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { FieldControl } from '../../../ui/form/FieldControl.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import type { ShownAllegato } from '../../cases/allegati/allegati.contract.ts';
import { PageAttachments } from '../../cases/allegati/PageAttachments.tsx';
import type { FormValues } from '../../cases/form/form.ts';
import type { SegnalazioneFormProps } from './form-props.ts';
import { LuogoFields } from './LuogoFields.tsx';
import { NearbySegnalazioni } from './NearbySegnalazioni.tsx';
import { TIPI, TIPI_UFFICIO, TIPI_WITHOUT_LUOGO } from './options.ts';
import { tipoWithProblemi } from './problems.ts';
import { faultFields, REGISTRAZIONE_PATH } from './segnalazione.fields.ts';
import type { LuogoPoint } from './useLuogo.ts';

type NamedOption = { value: string; label: string };
/** @property tipi codes of the reports that it takes @property aree its areas */
export type RegistrazioneEnte = NamedOption & { tipi: string[]; aree: NamedOption[] };

export type RegistrazioneFieldsProps = Pick<SegnalazioneFormProps, 'maps' | 'outside' | 'suggests'> & {
  enti: RegistrazioneEnte[];
  values: FormValues;
  errors: FieldErrors | undefined;
  /** Files that were added before the page came */
  files: ShownAllegato[];
};

/** Stand in the form of the page, which sends them: with and without scripts it is the same POST. */
export const RegistrazioneFields = createIsland(function RegistrazioneFields(props: RegistrazioneFieldsProps) {
  const { enti, values, errors, files } = props;
  const mounted = useMounted();
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState({ ente: values.ente ?? '', codice: values.codice ?? '' });
  const [point, setPoint] = useState<LuogoPoint>();
  const { ente, codice } = chosen;
  const { tipi, aree = [] } = enti.find(({ value }) => value === ente) ?? {};
  const offered = Object.entries({ ...TIPI, ...TIPI_UFFICIO }).filter(
    ([code]) => !tipi || tipi.includes(code) || code === codice,
  );

  // Something may have been chosen before this script ran.
  useEffect(() => setChosen(readChosen(box.current)), []);

  const onChange = ({ target }: FormEvent) => {
    if (target instanceof HTMLSelectElement) setChosen(readChosen(box.current));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers are told what happens in the fields
    <div ref={box} onChange={onChange} onFocus={startBotCheck}>
      {enti.length > 1 ? (
        <Select name="ente" label="Ente" required options={enti} defaultValue={values.ente} errors={errors} />
      ) : (
        <input type="hidden" name="ente" value={enti[0]?.value ?? ''} />
      )}
      <Select
        name="codice"
        label={faultFields.list.codice.label}
        required
        options={offered.map(([value, label]) => ({ value, label: tipoWithProblemi(value, label) }))}
        defaultValue={values.codice}
        errors={errors}
      />
      <LuogoFields
        values={values}
        errors={errors}
        mounted={mounted}
        ente={ente}
        forOthers
        enteMap={props.maps[ente]}
        suggests={props.suggests}
        outside={props.outside}
        needed={!TIPI_WITHOUT_LUOGO.includes(codice)}
        onPoint={setPoint}
      />
      {point && ente && codice && <NearbySegnalazioni ente={ente} codice={codice} {...point} />}
      {!point && aree.length > 0 && (
        <Select
          name="area"
          label="Zona"
          hint="Se indichi il punto sulla mappa, la zona viene da lì."
          empty="Non so"
          options={aree}
          defaultValue={values.area}
          errors={errors}
        />
      )}
      {(['oggetto', 'descrizione'] as const).map((name) => (
        <FieldControl key={name} name={name} field={faultFields.list[name]} value={values[name]} errors={errors} />
      ))}
      <PageAttachments
        label={faultFields.list.file.label}
        path={REGISTRAZIONE_PATH}
        files={files}
        errors={errors}
        mounted={mounted}
      />
    </div>
  );
});

function readChosen(box: HTMLElement | null): { ente: string; codice: string } {
  const read = (name: string) => box?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
  return { ente: read('ente'), codice: read('codice') };
}
