/** Above the form to pay avvisi: what went wrong, and for screen readers what was done. Runs the works of all its buttons. */
import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { createIsland } from '../../../ui/island.ts';
import { $carrelloChange } from './avvisi.store.ts';
import type { FormOutcome } from './pagamento-form.ts';
import { useAvvisiForm } from './useAvvisiForm.ts';

export type OutcomeProps = FormOutcome & { sendKey: string; byNumero: boolean };

export const OutcomePanel = createIsland(function OutcomePanel(props: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null);
  const { errors, message } = useAvvisiForm(box, props);
  const change = useStore($carrelloChange, { ssr: 'initial' });
  return (
    <div ref={box}>
      <ErrorSummary errors={errors} message={message} />
      <p className="visually-hidden" role="status">
        {change}
      </p>
    </div>
  );
});
