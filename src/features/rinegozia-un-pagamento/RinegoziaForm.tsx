import { useState } from 'react';
import { dataBreve } from '../../platform/atoms/date.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { island } from '../../ui/island.ts';
import { type CampiProps, ModuloForm } from '../modulo/ModuloForm.tsx';
import { indirizzoPasso } from '../modulo/modulo.passi.ts';
import type { ModuloProps } from '../modulo/modulo.ts';
import type { Comportamento } from '../modulo/useModulo.ts';
import { RichiedenteFields, SEZIONI_RICHIEDENTE, vociRichiedente } from '../richiedente/RichiedenteFields.tsx';
import { DocumentiPanel } from '../richiesta/DocumentiPanel.tsx';
import { bloccoDocumenti, type DocumentoMostrato } from '../richiesta/documenti.ts';
import { type Limiti, TROPPO_LONTANI } from './regole.ts';
import { MAX_MOTIVO, operations } from './rinegozia.contract.ts';
import { moduloSu } from './rinegozia.passi.ts';

const SEZIONI = [
  { id: 'documenti', nome: 'Documenti' },
  { id: 'richiesta', nome: 'Richiesta' },
  ...SEZIONI_RICHIEDENTE,
];

/** @property percorso of the page, which names the documents */
export type RinegoziaProps = ModuloProps & { percorso: string; documenti: DocumentoMostrato[]; limiti: Limiti };

/** Until when, and why. */
export const RinegoziaForm = island(function RinegoziaForm(props: RinegoziaProps) {
  const { limiti, nomeEnte, documenti } = props;
  const [come] = useState<Comportamento>(() => ({
    modulo: moduloSu(props.percorso, limiti),
    invio: operations.chiediProroga,
    cornice: [],
  }));
  const cambia = (sezione: string) => indirizzoPasso(come.modulo, 'dati', `#${sezione}`);
  return (
    <ModuloForm
      come={come}
      pagina={props}
      sezioni={SEZIONI}
      dati={(campi) => (
        <>
          <DocumentiPanel nomeEnte={nomeEnte} documenti={documenti} />
          <Richiesta campi={campi} limiti={limiti} />
          <RichiedenteFields campi={campi} />
        </>
      )}
      riepilogo={(v, files) => [
        bloccoDocumenti(nomeEnte, documenti),
        {
          titolo: 'Richiesta',
          modifica: cambia('richiesta'),
          voci: [
            { nome: 'Nuova scadenza', valore: v.nuova_scadenza && dataBreve(v.nuova_scadenza) },
            { nome: 'Motivo', valore: v.motivo },
            { nome: 'Allegati', valore: files },
          ],
        },
        { titolo: 'Richiedente', modifica: cambia('autore'), voci: vociRichiedente(v) },
      ]}
    />
  );
});

function Richiesta({ campi, limiti: { da, a } }: { campi: CampiProps; limiti: Limiti }) {
  const { valori: v, errori: errors } = campi;
  return (
    <Panel id="richiesta" title="Richiesta">
      {a < da ? (
        <p id="nuova_scadenza" tabIndex={-1}>
          {TROPPO_LONTANI}
        </p>
      ) : (
        <Field
          name="nuova_scadenza"
          label="Nuova scadenza"
          type="date"
          required
          min={da}
          max={a}
          defaultValue={v.nuova_scadenza}
          errors={errors}
          hint={`Dal ${dataBreve(da)} al ${dataBreve(a)}.`}
        />
      )}
      <TextArea
        name="motivo"
        label="Perché chiedi più tempo"
        required
        max={MAX_MOTIVO}
        defaultValue={v.motivo}
        errors={errors}
      />
      {campi.allegati('Documenti a sostegno')}
    </Panel>
  );
}
