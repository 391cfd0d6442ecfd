/** The section of the poster form that asks for the days and urgency, and shows the estimated cost. */
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { FormValues } from '../../cases/form/form.ts';
import type { SectionContext } from '../../cases/form/section.tsx';
import { fieldControls } from '../../cases/form/section.tsx';
import type { TariffaOfferta } from './manifesto.contract.ts';
import { timeFields } from './manifesto.fields.ts';
import { stimaInWords } from './Stima.tsx';

/** Names it in index, panel and summary. */
export const TIME_PANEL = { id: 'esposizione', title: 'Giorni e costo' };

type Props = { fields: SectionContext; tariffa: TariffaOfferta | undefined; written: FormValues; today: string };

/** From when to when, and the estimate: at once with scripts, by a button without. @property scritti what stands in the fields now */
export function Esposizione({ fields, tariffa, written, today }: Props) {
  const control = fieldControls(timeFields, fields);
  return (
    <Panel {...TIME_PANEL}>
      {control('dal', { line: { min: today } })}
      {control('al', { line: { min: today } })}
      {control('urgente', { value: fields.values.urgente || 'no' })}
      {!fields.mounted && (
        <BusyButton name="_azione" value="calcola" className="btn btn-outline-primary mb-3" formNoValidate>
          Calcola il costo
        </BusyButton>
      )}
      <div id="stima" tabIndex={-1} aria-live="polite">
        {stimaInWords(tariffa, written) ?? (
          <p>Scegli ente, categoria, formato, numero e giorni: qui vedi quanto può costare.</p>
        )}
      </div>
    </Panel>
  );
}
