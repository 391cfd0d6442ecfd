/** The form that asks for votive lamps: the tomb, the deceased, the lamps and the address for the bill. */
import { fullName } from '../../../platform/atoms/nome.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import { labelIn, selectOptionsOf } from '../../cases/form/options.ts';
import { fieldControls, listedSection, rowsOf, type SectionContext } from '../../cases/form/section.tsx';
import { EnteFields } from '../../cases/offerta/EnteFields.tsx';
import { chosenOfferta, type OffertaFormProps } from '../../cases/offerta/ente-offerta.ts';
import { useEnteRow } from '../../cases/offerta/useEnteRow.ts';
import { RichiestaForm } from '../../cases/richiesta/RichiestaForm.tsx';
import { lampadeCalls } from './lampade.calls.ts';
import type { OffertaView } from './lampade.contract.ts';
import {
  billFields,
  billTo,
  defuntoFields,
  lampFields,
  makeLampadeForm,
  placeFields,
  placeInWords,
  tombFields,
} from './lampade.fields.ts';
import { entiList } from './lists.browser.ts';

type LampadeProps = OffertaFormProps<OffertaView>;

const TOMB_PANEL = { id: 'tomba', title: 'Tomba' };
const BILL_PANEL = { id: 'fatturazione', title: 'Fatturazione', intro: 'A chi va mandata la fattura' };

export const LampadeForm = createIsland(function LampadeForm(props: LampadeProps) {
  const { today } = props;
  const enteRow = useEnteRow(props, entiList);
  const offerta = chosenOfferta(props);
  return (
    <RichiestaForm
      page={props}
      makeDefinition={() => makeLampadeForm(today)}
      invio={lampadeCalls.chiediLampade}
      pageFields={['ente']}
      sections={[
        {
          ...TOMB_PANEL,
          content: (fields) => <TombPanel page={props} fields={fields} />,
          rows: (v) => [
            enteRow(v),
            ...rowsOf(tombFields, v, undefined, {
              cimitero: labelIn(offerta?.cimiteri, v.cimitero),
              tipo: labelIn(offerta?.tipi, v.tipo),
            }),
            { name: 'Posizione', value: placeInWords(placeFields.typed(v)) },
          ],
        },
        {
          ...listedSection({ id: 'defunto', title: 'Defunto' }, defuntoFields),
          rows: (v) => [
            { name: 'Nome e cognome', value: fullName({ nome: v.defunto_nome, cognome: v.defunto_cognome }) },
            ...rowsOf(defuntoFields, v).slice(2),
          ],
        },
        listedSection({ id: 'lampade-richieste', title: 'Lampade' }, lampFields, {
          decorrenza: { line: { min: today } },
        }),
        {
          ...listedSection(BILL_PANEL, billFields),
          rows: (v) => [{ name: 'Indirizzo per la fatturazione', value: billTo(billFields.typed(v)) }],
        },
      ]}
    />
  );
});

/** The tomb, with the cemeteries and kinds of the chosen ente. */
function TombPanel({ page, fields }: { page: LampadeProps; fields: SectionContext }) {
  const choose = fieldControls(tombFields, fields);
  const place = fieldControls(placeFields, fields);
  return (
    <Panel {...TOMB_PANEL} intro="Dove vuoi le lampade">
      <EnteFields
        page={page}
        fields={fields}
        entiList={entiList}
        load={(ente) => sendCall(lampadeCalls.cimiteri, { ente })}
        title="I cimiteri"
        waitingFields={tombFields.names}
      >
        {({ cimiteri, tipi }) => (
          <>
            {choose('cimitero', { options: selectOptionsOf(cimiteri) })}
            {choose('tipo', { options: selectOptionsOf(tipi) })}
          </>
        )}
      </EnteFields>
      <fieldset>
        <legend className="h6">Posizione della tomba, se la conosci</legend>
        {placeFields.names.map((name) => place(name))}
      </fieldset>
    </Panel>
  );
}
