/** The section of the poster form that asks for the days and urgency, and shows the estimated cost. */
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { FormValues } from '../../cases/form/form.ts';
import { fieldControls, type SectionContext } from '../../cases/form/section.tsx';
import type { TariffaOfferta } from './manifesto.contract.ts';
import { timeFields } from './manifesto.fields.ts';
import { stimaInWords } from './Stima.tsx';

/** Its id and title in index, panel and summary. */
export const TIME_PANEL = { id: 'esposizione', title: 'Giorni e costo' };

type Props = { fields: SectionContext; tariffa: TariffaOfferta | undefined; written: FormValues; today: string };

/** The days and the estimate, which scripts update at once and a button computes without them. @param props.written current values of the fields */
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
