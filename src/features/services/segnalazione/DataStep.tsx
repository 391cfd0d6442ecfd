/** The step of a segnalazione that asks for the ente, the place, the type and the description, with photos. */
import { type FormEvent, useEffect, useState } from 'react';
import { ListView, useList } from '../../../platform/vault/ListState.tsx';
import type { ListState } from '../../../platform/vault/list.browser.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import { EnteList } from '../../cases/ente/EnteList.tsx';
import { selectOptionsOf } from '../../cases/form/options.ts';
import { fieldControls, type SectionContext } from '../../cases/form/section.tsx';
import { selectOptions } from '../../cases/offerta/EnteChoice.tsx';
import type { AlreadyReported } from './AlreadyReported.tsx';
import type { SegnalazioneFormProps } from './form-props.ts';
import { LuogoFields } from './LuogoFields.tsx';
import { entiList, tipiList } from './lists.browser.ts';
import { TIPI, TIPI_WITHOUT_LUOGO } from './options.ts';
import { ProblemPictures } from './ProblemPictures.tsx';
import { codiceOf, OTHER_PROBLEMA } from './problems.ts';
import { faultFields, mayBePublic, type OfferedEnte, publicFields } from './segnalazione.fields.ts';
import type { LuogoPoint } from './useLuogo.ts';

type Props = Pick<
  SegnalazioneFormProps,
  'tipi' | 'enti' | 'enteSearch' | 'fixedEnte' | 'maps' | 'outside' | 'suggests' | 'state'
> & {
  context: SectionContext;
};

export const LUOGO_PANEL = { id: 'luogo', title: 'Luogo' };
export const FAULT_PANEL = { id: 'disservizio', title: 'Disservizio' };

/** Ids of the types that a report may have. */
const TIPO_CODES = Object.keys(TIPI);

/** The types on offer depend on the chosen ente. */
export function DataStep(props: Props) {
  const { fixedEnte, maps, context } = props;
  const { values: v, errors, mounted } = context;
  const fault = fieldControls(faultFields, context);
  const toPublic = fieldControls(publicFields, context);
  const tipi = useList(tipiList, props.tipi);
  const enti = answeringEnti(useList(entiList, props.enti));
  const [chosen, setChosen] = useState(v);
  const { ente = '' } = chosen;
  const codice = codiceOf(chosen);
  const chosenEnte = enti.items.find((e) => e.Id === ente);
  const [point, setPoint] = useState<LuogoPoint>();
  const [Reported, setReported] = useState<typeof AlreadyReported>();
  const mayBeReported = codice !== '' && mayBePublic(chosen, enti.items);
  // Most forms are sent without it: it is fetched once there is something to look for.
  useEffect(() => {
    if (mayBeReported)
      import('./AlreadyReported.tsx').then(
        (m) => setReported(() => m.AlreadyReported),
        () => undefined,
      );
  }, [mayBeReported]);

  const updateChosen = ({ target, currentTarget }: FormEvent) => {
    if (!(target instanceof HTMLSelectElement) && (target as HTMLInputElement).name !== 'problema') return;
    // All are read from the page: one may have been chosen before this script ran.
    const controls = currentTarget.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      'select, [name=problema]:checked',
    );
    setChosen({ ...v, ...Object.fromEntries([...controls].map(({ name, value }) => [name, value])) });
  };

  return (
    <div onChange={updateChosen}>
      <Panel {...LUOGO_PANEL}>
        {fixedEnte ? (
          <p>
            Ente a cui scrivi: <b>{fixedEnte}</b>
          </p>
        ) : (
          <EnteList
            list={selectOptions(enti, (e) => [e.Id, e.Nome])}
            search={props.enteSearch}
            empty={NO_ENTE}
            onRetry={() => void entiList.reload()}
            defaultValue={v.ente}
            errors={errors}
          />
        )}
        <LuogoFields
          values={v}
          enteMap={maps[ente]}
          ente={ente}
          suggests={props.suggests}
          // Said of the point that the page came with.
          outside={
            ['ente', 'lat', 'lon'].every((name) => v[name] === props.state.values[name]) ? props.outside : undefined
          }
          needed={!TIPI_WITHOUT_LUOGO.includes(codice)}
          onPoint={setPoint}
          errors={errors}
          mounted={mounted}
        />
      </Panel>
      <Panel {...FAULT_PANEL}>
        <ListView list={tipi} title="I tipi di segnalazione" empty={NO_TIPO} onRetry={() => void tipiList.reload()}>
          {(items) => {
            // The chosen type stays even when this ente does not take it: the citizen is told, and chooses again.
            const offered = items.filter(
              (t) => !chosenEnte || t.codice === codice || chosenEnte.Categorie.includes(t.codice),
            );
            return (
              <ProblemPictures
                // A draft may have a type of the list alone.
                chosen={chosen.problema || (chosen.codice ? OTHER_PROBLEMA : '')}
                offered={offered.map((t) => t.codice)}
                wrongCodice={errors.codice && codiceOf(v)}
              >
                {fault('codice', {
                  options: selectOptionsOf(offered),
                  ...(errors.codice && { value: codiceOf(v) }),
                })}
              </ProblemPictures>
            );
          }}
        </ListView>
        {Reported && mayBeReported && <Reported ente={ente} codice={codice} {...point} />}
        {fault('oggetto')}
        {fault('descrizione')}
        {fault('file')}
        {mayBePublic(chosen, enti.items) && toPublic('fuori_elenco')}
      </Panel>
    </div>
  );
}

const NO_ENTE = 'In questo momento nessun ente riceve segnalazioni online.';
const NO_TIPO = 'In questo momento nessun tipo di segnalazione è aperto.';

/** Enti that answer at least one type of report. */
function answeringEnti(enti: ListState<OfferedEnte>): ListState<OfferedEnte> {
  const answers = (e: OfferedEnte) => TIPO_CODES.some((codice) => e.Categorie.includes(codice));
  return { ...enti, items: enti.items.filter(answers) };
}
