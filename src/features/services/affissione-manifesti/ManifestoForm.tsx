/** The form that asks to put up posters: which, how many, on which days, and the estimated cost. */
import { dateInWords } from '../../../platform/atoms/date.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import { fieldControls, rowsOf, type SectionContext } from '../../cases/form/section.tsx';
import { EnteFields } from '../../cases/offerta/EnteFields.tsx';
import type { OffertaFormProps } from '../../cases/offerta/ente-offerta.ts';
import { useEnteRow } from '../../cases/offerta/useEnteRow.ts';
import { type LoadedOfferta, useOfferta } from '../../cases/offerta/useOfferta.ts';
import { RichiestaForm } from '../../cases/richiesta/RichiestaForm.tsx';
import { useTypedValues } from '../../cases/richiesta/useTypedValues.ts';
import { Esposizione, TIME_PANEL } from './Esposizione.tsx';
import { entiList } from './lists.browser.ts';
import { manifestoCalls } from './manifesto.calls.ts';
import type { TariffaOfferta } from './manifesto.contract.ts';
import { CHOOSE_POSIZIONE_PATH, choiceOf, MANIFESTO_FORM, posterFields, timeFields } from './manifesto.fields.ts';
import { findChoiceErrors } from './rules.ts';
import { stimaInWords } from './Stima.tsx';

/** @property codice_utente of the position, when one was chosen: then the ente is its own */
export type ManifestoProps = OffertaFormProps<TariffaOfferta> & { codice_utente: string | undefined };

const POSTER_PANEL = { id: 'manifesto', title: 'Manifesto' };

export const ManifestoForm = createIsland(function ManifestoForm(props: ManifestoProps) {
  const chosen = useOfferta(props, (ente) => sendCall(manifestoCalls.tariffaManifesti, { ente }));
  const { offerta: tariffa, latest } = chosen;
  const enteRow = useEnteRow(props, entiList);
  return (
    <RichiestaForm
      page={props}
      makeDefinition={() => MANIFESTO_FORM}
      invio={manifestoCalls.chiediAffissione}
      pageFields={['ente']}
      check={(v) =>
        latest.current?.ente === v.ente && latest.current
          ? findChoiceErrors(latest.current, choiceOf(v), props.today)
          : {}
      }
      sections={[
        {
          ...POSTER_PANEL,
          content: (fields) => <PosterPanel page={props} fields={fields} chosen={chosen} />,
          rows: (v, files) => [
            enteRow(v),
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

type PosterPanelProps = { page: ManifestoProps; fields: SectionContext; chosen: LoadedOfferta<TariffaOfferta> };

function PosterPanel({ page, fields, chosen }: PosterPanelProps) {
  const { values: v, mounted } = fields;
  const control = fieldControls(posterFields, fields);
  const { box, typed, readTyped } = useTypedValues(v, mounted);
  return (
    <div ref={box} onChange={readTyped}>
      <Panel {...POSTER_PANEL}>
        <input type="hidden" name="posizione" defaultValue={v.posizione} />
        <p>
          Posizione: <b>{page.codice_utente ?? 'nessuna'}</b>{' '}
          <a className="d-inline-block py-2" href={CHOOSE_POSIZIONE_PATH}>
            Cambia posizione
          </a>
        </p>
        <EnteFields
          page={page}
          fields={fields}
          entiList={entiList}
          load={chosen.load}
          title="Le tariffe"
          waitingFields={[]}
        >
          {({ primo_giorno }) => (
            <p className="form-text mb-4">
              Primo giorno utile per affiggere: {dateInWords(primo_giorno)}. Prima solo manifesti funebri o urgenti.
            </p>
          )}
        </EnteFields>
        {posterFields.names.map((name) => control(name))}
      </Panel>
      <Esposizione fields={fields} tariffa={chosen.offerta} written={typed} today={page.today} />
    </div>
  );
}
