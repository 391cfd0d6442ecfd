/** The list of facts on the chat pages: the state of a case, and the data that were sent. */
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import { FigureTable } from '../../../ui/FigureTable.tsx';

/** Labels and values of a case; a value of several lines takes the whole width. */
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
