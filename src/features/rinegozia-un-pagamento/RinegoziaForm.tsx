import { conArticolo, dataBreve } from '../../platform/atoms/date.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { island } from '../../ui/island.ts';
import type { CampiProps } from '../modulo/ModuloForm.tsx';
import { ModuloSuDocumenti, type SuDocumentiProps } from '../richiesta/ModuloSuDocumenti.tsx';
import type { Limiti } from './regole.ts';
import { operations } from './rinegozia.contract.ts';
import { controllato } from './rinegozia.controlli.ts';
import { MAX_MOTIVO } from './rinegozia.passi.ts';

const SEZIONI = [{ id: 'richiesta', nome: 'Richiesta' }];

export type RinegoziaProps = SuDocumentiProps & { limiti: Limiti };

/** Until when, and why. */
export const RinegoziaForm = island(function RinegoziaForm(props: RinegoziaProps) {
  const { limiti, percorso } = props;
  return (
    <ModuloSuDocumenti
      pagina={props}
      modulo={() => controllato(percorso, limiti)}
      invio={operations.chiediProroga}
      sezioni={SEZIONI}
      dati={(campi) => <Richiesta campi={campi} limiti={limiti} />}
      riepilogo={(v, cambia, files) => [
        {
          titolo: 'Richiesta',
          modifica: cambia('richiesta'),
          voci: [
            { nome: 'Nuova scadenza', valore: v.nuova_scadenza && dataBreve(v.nuova_scadenza) },
            { nome: 'Motivo', valore: v.motivo },
            { nome: 'Documenti a sostegno', valore: files() },
          ],
        },
      ]}
    />
  );
});

function Richiesta({ campi, limiti: { da, a } }: { campi: CampiProps; limiti: Limiti }) {
  const { valori: v, errori: errors } = campi;
  return (
    <Panel id="richiesta" title="Richiesta">
      <Field
        name="nuova_scadenza"
        label="Nuova scadenza"
        type="date"
        required
        min={da}
        max={a}
        defaultValue={v.nuova_scadenza}
        errors={errors}
        hint={`${conArticolo('Dal', dataBreve(da))} ${conArticolo('al', dataBreve(a))}.`}
      />
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
