/** The list of facts that the chat pages use for the state of a case and for what was sent. */
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import { FigureTable } from '../../../ui/FigureTable.tsx';

/** Labels and values of a case; what has more than one line takes the whole width. */
export function FactList({ className, items }: { className: string; items: readonly SummaryItem[] }) {
  return (
    <dl className={className}>
      {items.map(([name, value]) => (
        <div key={name} className={typeof value !== 'string' || value.includes('\n') ? 'largo' : undefined}>
          <dt>{name}</dt>
          <dd dir="auto">{typeof value === 'string' ? value : <FigureTable label={name} rows={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
