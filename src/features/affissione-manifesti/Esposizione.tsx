import { BusyButton } from '../../ui/form/BusyButton.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { RadioGroup } from '../../ui/form/RadioGroup.tsx';
import type { CampiProps } from '../modulo/ModuloForm.tsx';
import type { Valori } from '../modulo/modulo.ts';
import type { TariffaOfferta } from './manifesto.contract.ts';
import { MAX_GIORNI } from './regole.ts';
import { inParole } from './Stima.tsx';

const QUANDO = [
  { value: 'no', label: 'No, nei tempi normali' },
  { value: 'si', label: 'Sì, urgente: costa di più' },
];

type Props = { campi: CampiProps; tariffa: TariffaOfferta | undefined; scritti: Valori; oggi: string };

/** From when to when, and the estimate: at once with scripts, by a button without. @property scritti what stands in the fields now */
export function Esposizione({ campi, tariffa, scritti, oggi }: Props) {
  const { valori: v, errori: errors, mounted } = campi;
  return (
    <Panel id="esposizione" title="Giorni e costo">
      <Field name="dal" label="Dal" type="date" required min={oggi} defaultValue={v.dal} errors={errors} />
      <Field
        name="al"
        label="Al"
        type="date"
        required
        min={oggi}
        defaultValue={v.al}
        errors={errors}
        hint={`Compreso. Al massimo ${MAX_GIORNI} giorni.`}
      />
      <RadioGroup
        name="urgente"
        label="È urgente?"
        required
        options={QUANDO}
        defaultValue={v.urgente || 'no'}
        errors={errors}
      />
      {!mounted && (
        <BusyButton name="_azione" value="calcola" className="btn btn-outline-primary mb-3" formNoValidate>
          Calcola il costo
        </BusyButton>
      )}
      <div id="stima" tabIndex={-1} aria-live="polite">
        {inParole(tariffa, scritti) ?? (
          <p>Scegli ente, categoria, formato, numero e giorni: qui vedi quanto può costare.</p>
        )}
      </div>
    </Panel>
  );
}
