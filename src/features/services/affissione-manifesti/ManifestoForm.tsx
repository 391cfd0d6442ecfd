/** Which posters, when, for whom; and what it would cost. */
import { useRef, useState } from 'react';
import { dateInWords } from '../../../platform/atoms/date.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import type { FormProps } from '../../cases/form/form.ts';
import type { SectionContext } from '../../cases/form/section.tsx';
import { fieldControls, rowsOf } from '../../cases/form/section.tsx';
import { EnteFields } from '../../cases/offerta/EnteFields.tsx';
import { chosenOfferta, enteNameIn, type WithOfferta } from '../../cases/offerta/ente-offerta.ts';
import { remoteEnti } from '../../cases/offerta/enti.browser.ts';
import { RichiestaForm } from '../../cases/richiesta/RichiestaForm.tsx';
import { useTypedValues } from '../../cases/richiesta/useTypedValues.ts';
import { Esposizione, TIME_PANEL } from './Esposizione.tsx';
import { manifestoCalls } from './manifesto.calls.ts';
import type { TariffaOfferta } from './manifesto.contract.ts';
import { CHOOSE_POSIZIONE_PATH, choiceOf, MANIFESTO_FORM, posterFields, timeFields } from './manifesto.fields.ts';
import { findChoiceErrors } from './rules.ts';
import { stimaInWords } from './Stima.tsx';

/** @property codice_utente of the position, when one was chosen: then the body is its own @property oggi the day it is in Rome */
export type ManifestoProps = FormProps &
  WithOfferta<TariffaOfferta> & { codice_utente: string | undefined; today: string };

const ENTI_LIST = remoteEnti('SF120');

const POSTER_PANEL = { id: 'manifesto', title: 'Manifesto' };

export const ManifestoForm = createIsland(function ManifestoForm(props: ManifestoProps) {
  const [tariffa, setTariffa] = useState(chosenOfferta(props));
  // What the form asks at the next button is the tariff of the ente chosen last.
  const latest = useRef(tariffa);
  latest.current = tariffa;
  return (
    <RichiestaForm
      page={props}
      makeDefinition={() => MANIFESTO_FORM}
      invio={manifestoCalls.chiediAffissione}
      pageFields={['ente']}
      check={(v) =>
        latest.current && latest.current.ente === v.ente
          ? findChoiceErrors(latest.current, choiceOf(v), props.today)
          : {}
      }
      sections={[
        {
          ...POSTER_PANEL,
          content: (fields) => <PosterPanel page={props} fields={fields} tariffa={tariffa} onTariffa={setTariffa} />,
          rows: (v, files) => [
            { name: 'Ente', value: props.fixedEnte ?? enteNameIn(props, v.ente) ?? props.enteName },
            { name: 'Posizione', value: props.codice_utente ?? 'Nessuna' },
            ...rowsOf(posterFields, v, files),
          ],
        },
        {
          ...TIME_PANEL,
          rows: (v) => [...rowsOf(timeFields, v), { name: 'Costo stimato', value: stimaInWords(tariffa, v) }],
        },
      ]}
    />
  );
});

type PosterPanelProps = {
  page: ManifestoProps;
  fields: SectionContext;
  tariffa: TariffaOfferta | undefined;
  onTariffa(tariffa: TariffaOfferta): void;
};

function PosterPanel({ page, fields, tariffa, onTariffa }: PosterPanelProps) {
  const { values: v, mounted } = fields;
  const control = fieldControls(posterFields, fields);
  const { box, typed: written, readTyped: readWritten } = useTypedValues(v, mounted);
  const loadTariffa = async (ente: string) => {
    const loaded = await sendCall(manifestoCalls.tariffaManifesti, { ente });
    onTariffa(loaded);
    return loaded;
  };
  return (
    <div ref={box} onChange={readWritten}>
      <Panel {...POSTER_PANEL}>
        <input type="hidden" name="posizione" defaultValue={v.posizione} />
        <p>
          Posizione: <b>{page.codice_utente ?? 'nessuna'}</b>{' '}
          <a className="d-inline-block py-2" href={CHOOSE_POSIZIONE_PATH}>
            Cambia posizione
          </a>
        </p>
        <EnteFields
          {...{ context: fields, load: loadTariffa }}
          enti={page.enti}
          offerta={page.offerta}
          fixedEnte={page.fixedEnte}
          entiList={ENTI_LIST}
          title="Le tariffe"
          waitingFields={[]}
        >
          {({ primo_giorno }) => (
            <p className="form-text">
              Primo giorno utile per affiggere: {dateInWords(primo_giorno)}. Prima solo manifesti funebri o urgenti.
            </p>
          )}
        </EnteFields>
        {posterFields.names.map((name) => control(name))}
      </Panel>
      <Esposizione fields={fields} tariffa={tariffa} written={written} today={page.today} />
    </div>
  );
}
