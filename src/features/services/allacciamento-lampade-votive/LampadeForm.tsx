/** Votive lamps: where, for whom, how many, who pays. */
import { sendCall } from '../../../platform/client.browser.ts';
import { useItems } from '../../../platform/vault/ListState.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import type { FormProps } from '../../cases/form/form.ts';
import type { SectionContext } from '../../cases/form/section.tsx';
import { type FormSection, fieldControls, listedSection, rowsOf } from '../../cases/form/section.tsx';
import { EnteFields } from '../../cases/offerta/EnteFields.tsx';
import { chosenOfferta, enteNameIn, type WithOfferta } from '../../cases/offerta/ente-offerta.ts';
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

/** @property oggi the day it is in Rome, `YYYY-MM-DD` */
export type LampadeProps = FormProps & WithOfferta<OffertaView> & { today: string };

export const LampadeForm = createIsland(function LampadeForm(props: LampadeProps) {
  const { today } = props;
  const enteItems = useItems(entiList).items;
  const enteName = (ente = '') => enteNameIn(props, ente) ?? enteItems.find((e) => e.Id === ente)?.Nome ?? ente;
  const defunto = listedSection({ id: 'defunto', title: 'Defunto' }, defuntoFields, {
    defunto_data_decesso: { line: { max: today } },
  });
  const bill = listedSection(
    { id: 'fatturazione', title: 'Fatturazione', intro: 'A chi va mandata la fattura' },
    billFields,
  );
  return (
    <RichiestaForm
      page={props}
      makeDefinition={() => makeLampadeForm(today)}
      invio={lampadeCalls.chiediLampade}
      pageFields={['ente']}
      sections={[
        tombSection(props, enteName),
        {
          ...defunto,
          rows: (v) => [
            { name: 'Nome e cognome', value: `${v.defunto_nome} ${v.defunto_cognome}` },
            ...rowsOf(defuntoFields, v).slice(2),
          ],
        },
        listedSection({ id: 'lampade-richieste', title: 'Lampade' }, lampFields, {
          decorrenza: { line: { min: today } },
        }),
        {
          ...bill,
          rows: (v) => [
            {
              name: 'Indirizzo per la fatturazione',
              value: billTo({
                ...{ indirizzo: v.fatturazione_indirizzo, cap: v.fatturazione_cap },
                ...{ comune: v.fatturazione_comune, provincia: v.fatturazione_provincia },
              }),
            },
          ],
        },
      ]}
    />
  );
});

const TOMB_PANEL = { id: 'tomba', title: 'Tomba' };

type OffertaOptions = OffertaView['cimiteri'];
const selectOptionsOf = (items: OffertaOptions) =>
  items.map(({ codice, etichetta }) => ({ value: codice, label: etichetta }));
const labelIn = (items: OffertaOptions | undefined, codice = '') =>
  items?.find((o) => o.codice === codice)?.etichetta ?? codice;

/** The tomb: cemetery and kind as the chosen ente has them. @param enteName of an ente that was offered */
function tombSection(props: LampadeProps, enteName: (ente: string | undefined) => string): FormSection {
  const offertaNow = chosenOfferta(props);
  return {
    ...TOMB_PANEL,
    content: (fields) => <TombPanel {...props} fields={fields} />,
    rows: (v, files) => [
      { name: 'Ente', value: props.fixedEnte ?? enteName(v.ente) },
      ...rowsOf(tombFields, v, files, {
        cimitero: labelIn(offertaNow?.cimiteri, v.cimitero),
        tipo: labelIn(offertaNow?.tipi, v.tipo),
      }),
      {
        name: 'Posizione',
        value: placeInWords({ campo: v.posizione_campo, fila: v.posizione_fila, numero: v.posizione_numero }),
      },
    ],
  };
}

function TombPanel({ fields, fixedEnte, enti, offerta }: LampadeProps & { fields: SectionContext }) {
  const choose = fieldControls(tombFields, fields);
  const place = fieldControls(placeFields, fields);
  return (
    <Panel {...TOMB_PANEL} intro="Dove vuoi le lampade">
      <EnteFields
        {...{ context: fields, fixedEnte, enti, offerta }}
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
