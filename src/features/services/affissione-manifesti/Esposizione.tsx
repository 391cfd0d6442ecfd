/** The section of the poster form that asks for the days and urgency, and shows the estimated cost. */
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { Valori } from '../../cases/modulo/modulo.ts';
import type { CampiProps } from '../../cases/modulo/section.tsx';
import { controls } from '../../cases/modulo/section.tsx';
import type { TariffaOfferta } from './manifesto.contract.ts';
import { timeFields } from './manifesto.fields.ts';
import { inParole } from './Stima.tsx';

/** Names it in index, panel and summary. */
export const TIME = { id: 'esposizione', title: 'Giorni e costo' };

type Props = { campi: CampiProps; tariffa: TariffaOfferta | undefined; scritti: Valori; oggi: string };

/** From when to when, and the estimate: at once with scripts, by a button without. @property scritti what stands in the fields now */
export function Esposizione({ campi, tariffa, scritti, oggi }: Props) {
  const control = controls(timeFields, campi);
  return (
    <Panel {...TIME}>
      {control('dal', { line: { min: oggi } })}
      {control('al', { line: { min: oggi } })}
      {control('urgente', { value: campi.valori.urgente || 'no' })}
      {!campi.mounted && (
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
