import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { island } from '../../ui/island.ts';
import type { CampiProps } from '../modulo/ModuloForm.tsx';
import { ModuloSuDocumenti, type SuDocumentiProps } from '../richiesta/ModuloSuDocumenti.tsx';
import { operations } from './riesame.contract.ts';
import { controllato } from './riesame.controlli.ts';
import { MAX_FATTI, MOTIVI } from './riesame.passi.ts';

const OPZIONI = Object.entries(MOTIVI).map(([value, label]) => ({ value, label }));

const SEZIONI = [{ id: 'richiesta', nome: 'Richiesta' }];

export type RiesameProps = SuDocumentiProps;

/** Why a document should be looked at again, with proofs. */
export const RiesameForm = island(function RiesameForm(props: RiesameProps) {
  return (
    <ModuloSuDocumenti
      pagina={props}
      modulo={() => controllato(props.percorso)}
      invio={operations.inviaRiesame}
      sezioni={SEZIONI}
      dati={(campi) => <Richiesta campi={campi} />}
      riepilogo={(v, cambia, files) => [
        {
          titolo: 'Richiesta',
          modifica: cambia('richiesta'),
          voci: [
            { nome: 'Motivo', valore: MOTIVI[v.motivo as keyof typeof MOTIVI] },
            { nome: 'Fatti e ragioni', valore: v.fatti },
            { nome: 'Sospensione del pagamento', valore: v.sospensione === 'on' ? 'Chiesta' : 'Non chiesta' },
            { nome: 'Documenti a sostegno', valore: files() },
          ],
        },
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
