import { useState } from 'react';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { island } from '../../ui/island.ts';
import { type CampiProps, ModuloForm } from '../modulo/ModuloForm.tsx';
import { indirizzoPasso } from '../modulo/modulo.passi.ts';
import type { ModuloProps } from '../modulo/modulo.ts';
import type { Comportamento } from '../modulo/useModulo.ts';
import { RichiedenteFields, SEZIONI_RICHIEDENTE, vociRichiedente } from '../richiedente/RichiedenteFields.tsx';
import { DocumentiPanel } from '../richiesta/DocumentiPanel.tsx';
import { bloccoDocumenti, type DocumentoMostrato } from '../richiesta/documenti.ts';
import { MAX_FATTI, MOTIVI, operations } from './riesame.contract.ts';
import { moduloSu } from './riesame.passi.ts';

const OPZIONI = Object.entries(MOTIVI).map(([value, label]) => ({ value, label }));

const SEZIONI = [
  { id: 'documenti', nome: 'Documenti' },
  { id: 'richiesta', nome: 'Richiesta' },
  ...SEZIONI_RICHIEDENTE,
];

/** @property percorso of the page, which names the documents */
export type RiesameProps = ModuloProps & { percorso: string; documenti: DocumentoMostrato[] };

/** Why a document should be looked at again, with proofs. */
export const RiesameForm = island(function RiesameForm(props: RiesameProps) {
  const [come] = useState<Comportamento>(() => ({
    modulo: moduloSu(props.percorso),
    invio: operations.inviaRiesame,
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
          <DocumentiPanel nomeEnte={props.nomeEnte} documenti={props.documenti} />
          <Richiesta campi={campi} />
          <RichiedenteFields campi={campi} />
        </>
      )}
      riepilogo={(v, files) => [
        bloccoDocumenti(props.nomeEnte, props.documenti),
        {
          titolo: 'Richiesta',
          modifica: cambia('richiesta'),
          voci: [
            { nome: 'Motivo', valore: MOTIVI[v.motivo as keyof typeof MOTIVI] },
            { nome: 'Fatti e ragioni', valore: v.fatti },
            { nome: 'Sospensione del pagamento', valore: v.sospensione === 'on' ? 'Chiesta' : 'Non chiesta' },
            { nome: 'Allegati', valore: files },
          ],
        },
        { titolo: 'Richiedente', modifica: cambia('autore'), voci: vociRichiedente(v) },
      ]}
    />
  );
});

function Richiesta({ campi }: { campi: CampiProps }) {
  const { valori: v, errori: errors } = campi;
  return (
    <Panel id="richiesta" title="Richiesta">
      <Select name="motivo" label="Motivo" required options={OPZIONI} defaultValue={v.motivo} errors={errors} />
      <TextArea
        name="fatti"
        label="Fatti e ragioni"
        required
        max={MAX_FATTI}
        rows={10}
        defaultValue={v.fatti}
        errors={errors}
        hint="Che cosa è successo e perché il documento va rivisto."
      />
      <Checkbox
        name="sospensione"
        label="Chiedo di sospendere il pagamento fino alla risposta"
        defaultChecked={v.sospensione === 'on'}
        errors={errors}
      />
      {campi.allegati('Documenti a sostegno')}
    </Panel>
  );
}
