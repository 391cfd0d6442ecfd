import { useState } from 'react';
import { dataBreve } from '../../platform/atoms/date.ts';
import { send } from '../../platform/client.browser.ts';
import { useItems } from '../../platform/vault/ListState.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { island } from '../../ui/island.ts';
import { type CampiProps, ModuloForm } from '../modulo/ModuloForm.tsx';
import { indirizzoPasso } from '../modulo/modulo.passi.ts';
import type { ModuloProps, Valori } from '../modulo/modulo.ts';
import type { Comportamento } from '../modulo/useModulo.ts';
import { EnteFields } from '../offerta/EnteFields.tsx';
import { type ConOfferta, nomeEnteIn, offertaIn } from '../offerta/enteConOfferta.ts';
import { RichiedenteFields, SEZIONI_RICHIEDENTE, vociRichiedente } from '../richiedente/RichiedenteFields.tsx';
import { elencoEnti } from './elenchi.browser.ts';
import { type OffertaMostrata, operations } from './lampade.contract.ts';
import { controllato } from './lampade.controlli.ts';
import { MAX_LAMPADE, MODULO } from './lampade.passi.ts';

/** @property oggi the day it is in Rome, `YYYY-MM-DD` */
export type LampadeProps = ModuloProps & ConOfferta<OffertaMostrata> & { oggi: string };

const SEZIONI = [
  { id: 'tomba', nome: 'Tomba' },
  { id: 'defunto', nome: 'Defunto' },
  { id: 'lampade-richieste', nome: 'Lampade' },
  { id: 'fatturazione', nome: 'Fatturazione' },
  ...SEZIONI_RICHIEDENTE,
];

type Opzioni = OffertaMostrata['cimiteri'];
const daScegliere = (voci: Opzioni) => voci.map(({ codice, etichetta }) => ({ value: codice, label: etichetta }));
const nomeIn = (voci: Opzioni | undefined, codice = '') => voci?.find((o) => o.codice === codice)?.etichetta ?? codice;

const POSTO = { campo: 'Campo', fila: 'Fila', numero: 'Numero' };
const posizione = (v: Valori) =>
  Object.entries(POSTO)
    .flatMap(([nome, parola]) => (v[`posizione_${nome}`] ? [`${parola.toLowerCase()} ${v[`posizione_${nome}`]}`] : []))
    .join(', ');

const cambia = (sezione: string) => indirizzoPasso(MODULO, 'dati', `#${sezione}`);

/** Votive lamps: where, for whom, how many, who pays. */
export const LampadeForm = island(function LampadeForm(props: LampadeProps) {
  const [come] = useState<Comportamento>(() => ({
    modulo: controllato(props.oggi),
    invio: operations.chiediLampade,
    cornice: ['ente'],
  }));
  const elenco = useItems(elencoEnti).items;
  const offre = offertaIn(props);
  return (
    <ModuloForm
      come={come}
      pagina={props}
      sezioni={SEZIONI}
      dati={(campi) => (
        <>
          <Tomba {...props} campi={campi} />
          <Defunto campi={campi} oggi={props.oggi} />
          <Lampade campi={campi} oggi={props.oggi} />
          <Fatturazione campi={campi} />
          <RichiedenteFields campi={campi} />
        </>
      )}
      riepilogo={(v, files) => [
        {
          titolo: 'Tomba',
          modifica: cambia('tomba'),
          voci: [
            {
              nome: 'Ente',
              valore: props.fisso ?? nomeEnteIn(props, v.ente) ?? elenco.find((e) => e.Id === v.ente)?.Nome ?? v.ente,
            },
            { nome: 'Cimitero', valore: nomeIn(offre?.cimiteri, v.cimitero) },
            { nome: 'Tipo di tomba', valore: nomeIn(offre?.tipi, v.tipo) },
            { nome: 'Posizione', valore: posizione(v) },
          ],
        },
        {
          titolo: 'Defunto',
          modifica: cambia('defunto'),
          voci: [
            { nome: 'Nome e cognome', valore: `${v.defunto_nome} ${v.defunto_cognome}` },
            { nome: 'Data di decesso', valore: v.defunto_data_decesso && dataBreve(v.defunto_data_decesso) },
          ],
        },
        {
          titolo: 'Lampade',
          modifica: cambia('lampade-richieste'),
          voci: [
            { nome: 'Numero di lampade', valore: v.lampade },
            { nome: 'Decorrenza', valore: v.decorrenza && dataBreve(v.decorrenza) },
            { nome: 'Documenti della tomba', valore: files() },
          ],
        },
        {
          titolo: 'Fatturazione',
          modifica: cambia('fatturazione'),
          voci: [
            {
              nome: 'Indirizzo per la fatturazione',
              valore: `${v.fatturazione_indirizzo}, ${v.fatturazione_cap} ${v.fatturazione_comune} (${v.fatturazione_provincia?.toUpperCase()})`,
            },
          ],
        },
        { titolo: 'Richiedente', modifica: cambia('autore'), voci: vociRichiedente(v, files) },
      ]}
    />
  );
});

function Tomba({ campi, ...pagina }: LampadeProps & { campi: CampiProps }) {
  const { valori: v, errori: errors } = campi;
  return (
    <Panel id="tomba" title="Tomba" intro="Dove vuoi le lampade">
      <EnteFields
        campi={campi}
        fisso={pagina.fisso}
        enti={pagina.enti}
        offerta={pagina.offerta}
        elenco={elencoEnti}
        carica={(ente) => send(operations.cimiteri, { ente })}
        cosa="I cimiteri"
        attesi={['cimitero', 'tipo']}
      >
        {({ cimiteri, tipi }) => (
          <>
            <Select
              name="cimitero"
              label="Cimitero"
              required
              options={daScegliere(cimiteri)}
              defaultValue={v.cimitero}
              errors={errors}
            />
            <Select
              name="tipo"
              label="Tipo di tomba"
              required
              options={daScegliere(tipi)}
              defaultValue={v.tipo}
              errors={errors}
            />
          </>
        )}
      </EnteFields>
      <fieldset>
        <legend className="h6">Posizione della tomba, se la conosci</legend>
        {Object.entries(POSTO).map(([nome, label]) => (
          <Field
            key={nome}
            name={`posizione_${nome}`}
            label={label}
            defaultValue={v[`posizione_${nome}`]}
            errors={errors}
          />
        ))}
      </fieldset>
    </Panel>
  );
}

function Defunto({ campi, oggi }: { campi: CampiProps; oggi: string }) {
  const { valori: v, errori: errors } = campi;
  return (
    <Panel id="defunto" title="Defunto">
      <Field name="defunto_nome" label="Nome del defunto" required defaultValue={v.defunto_nome} errors={errors} />
      <Field
        name="defunto_cognome"
        label="Cognome del defunto"
        required
        defaultValue={v.defunto_cognome}
        errors={errors}
      />
      <Field
        name="defunto_data_decesso"
        label="Data di decesso"
        type="date"
        required
        max={oggi}
        defaultValue={v.defunto_data_decesso}
        errors={errors}
      />
    </Panel>
  );
}

function Lampade({ campi, oggi }: { campi: CampiProps; oggi: string }) {
  const { valori: v, errori: errors } = campi;
  return (
    <Panel id="lampade-richieste" title="Lampade">
      <Field
        name="lampade"
        label="Numero di lampade"
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={MAX_LAMPADE}
        defaultValue={v.lampade}
        errors={errors}
        hint={`Da 1 a ${MAX_LAMPADE}.`}
      />
      <Field
        name="decorrenza"
        label="Da quando"
        type="date"
        required
        min={oggi}
        defaultValue={v.decorrenza}
        errors={errors}
        hint="Il giorno da cui chiedi l’allacciamento: l’ente lo conferma con la risposta."
      />
      {campi.allegati('Documenti della tomba')}
    </Panel>
  );
}

function Fatturazione({ campi }: { campi: CampiProps }) {
  const { valori: v, errori: errors } = campi;
  return (
    <Panel id="fatturazione" title="Fatturazione" intro="A chi va mandata la fattura">
      <Field
        name="fatturazione_indirizzo"
        label="Via e numero civico"
        required
        autoComplete="address-line1"
        defaultValue={v.fatturazione_indirizzo}
        errors={errors}
      />
      <Field
        name="fatturazione_cap"
        label="CAP"
        required
        inputMode="numeric"
        autoComplete="postal-code"
        defaultValue={v.fatturazione_cap}
        errors={errors}
      />
      <Field
        name="fatturazione_comune"
        label="Comune"
        required
        autoComplete="address-level2"
        defaultValue={v.fatturazione_comune}
        errors={errors}
      />
      <Field
        name="fatturazione_provincia"
        label="Provincia (sigla)"
        required
        autoComplete="off"
        defaultValue={v.fatturazione_provincia}
        errors={errors}
      />
    </Panel>
  );
}
