/** Votive lamps: where, for whom, how many, who pays. */
import { send } from '../../../platform/client.browser.ts';
import { useItems } from '../../../platform/vault/ListState.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { island } from '../../../ui/island.ts';
import type { ModuloProps } from '../../cases/modulo/modulo.ts';
import type { CampiProps } from '../../cases/modulo/section.tsx';
import { controls, listed, rowsOf, type Section } from '../../cases/modulo/section.tsx';
import { EnteFields } from '../../cases/offerta/EnteFields.tsx';
import { type ConOfferta, nomeEnteIn, offertaIn } from '../../cases/offerta/enteConOfferta.ts';
import { ModuloRichiesta } from '../../cases/richiesta/ModuloRichiesta.tsx';
import { elencoEnti } from './elenchi.browser.ts';
import { type OffertaMostrata, operations } from './lampade.contract.ts';
import {
  billFields,
  billTo,
  defuntoFields,
  lampFields,
  moduloLampade,
  placeFields,
  placeInWords,
  tombFields,
} from './lampade.fields.ts';

/** @property oggi the day it is in Rome, `YYYY-MM-DD` */
export type LampadeProps = ModuloProps & ConOfferta<OffertaMostrata> & { oggi: string };

export const LampadeForm = island(function LampadeForm(props: LampadeProps) {
  const { oggi } = props;
  const elenco = useItems(elencoEnti).items;
  const nome = (ente = '') => nomeEnteIn(props, ente) ?? elenco.find((e) => e.Id === ente)?.Nome ?? ente;
  const defunto = listed({ id: 'defunto', title: 'Defunto' }, defuntoFields, {
    defunto_data_decesso: { line: { max: oggi } },
  });
  const bill = listed({ id: 'fatturazione', title: 'Fatturazione', intro: 'A chi va mandata la fattura' }, billFields);
  return (
    <ModuloRichiesta
      pagina={props}
      modulo={() => moduloLampade(oggi)}
      invio={operations.chiediLampade}
      cornice={['ente']}
      sections={[
        tomb(props, nome),
        {
          ...defunto,
          rows: (v) => [
            { nome: 'Nome e cognome', valore: `${v.defunto_nome} ${v.defunto_cognome}` },
            ...rowsOf(defuntoFields, v).slice(2),
          ],
        },
        listed({ id: 'lampade-richieste', title: 'Lampade' }, lampFields, { decorrenza: { line: { min: oggi } } }),
        {
          ...bill,
          rows: (v) => [
            {
              nome: 'Indirizzo per la fatturazione',
              valore: billTo({
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

const TOMB = { id: 'tomba', title: 'Tomba' };

type Opzioni = OffertaMostrata['cimiteri'];
const daScegliere = (voci: Opzioni) => voci.map(({ codice, etichetta }) => ({ value: codice, label: etichetta }));
const nomeIn = (voci: Opzioni | undefined, codice = '') => voci?.find((o) => o.codice === codice)?.etichetta ?? codice;

/** The tomb: cemetery and kind as the chosen ente has them. @param nome of an ente that was offered */
function tomb(props: LampadeProps, nome: (ente: string | undefined) => string): Section {
  const offre = offertaIn(props);
  return {
    ...TOMB,
    content: (campi) => <Tomb {...props} campi={campi} />,
    rows: (v, files) => [
      { nome: 'Ente', valore: props.fisso ?? nome(v.ente) },
      ...rowsOf(tombFields, v, files, {
        cimitero: nomeIn(offre?.cimiteri, v.cimitero),
        tipo: nomeIn(offre?.tipi, v.tipo),
      }),
      {
        nome: 'Posizione',
        valore: placeInWords({ campo: v.posizione_campo, fila: v.posizione_fila, numero: v.posizione_numero }),
      },
    ],
  };
}

function Tomb({ campi, fisso, enti, offerta }: LampadeProps & { campi: CampiProps }) {
  const choose = controls(tombFields, campi);
  const place = controls(placeFields, campi);
  return (
    <Panel {...TOMB} intro="Dove vuoi le lampade">
      <EnteFields
        {...{ campi, fisso, enti, offerta }}
        elenco={elencoEnti}
        carica={(ente) => send(operations.cimiteri, { ente })}
        cosa="I cimiteri"
        attesi={tombFields.names}
      >
        {({ cimiteri, tipi }) => (
          <>
            {choose('cimitero', { options: daScegliere(cimiteri) })}
            {choose('tipo', { options: daScegliere(tipi) })}
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
