/** The plan as a table, for form, receipt, chat and decision. Pure. */
import { shortDate } from '../../../platform/atoms/date.ts';
import { formatAmount } from '../../../platform/atoms/euro.ts';
import type { TableRows } from '../../../platform/atoms/summary-item.ts';
import { type Rata, sumPiano } from './piano.ts';

type Importi = Pick<Rata, 'capitale_cent' | 'interessi_cent' | 'importo_cent'>;

/** Interest has its own column when there is any. The amount to pay comes first, where a small screen with large text shows it. */
export function pianoTable(rate: readonly Rata[]): TableRows {
  const sums = sumPiano(rate);
  const columns = sums.interessi_cent > 0 ? 3 : 1;
  const importi = ({ importo_cent, capitale_cent, interessi_cent }: Importi) =>
    [importo_cent, capitale_cent, interessi_cent].slice(0, columns).map(formatAmount);
  return [
    ['Rata', 'Scadenza', ...['Da pagare (€)', 'Capitale (€)', 'Interessi (€)'].slice(0, columns)],
    ...rate.map((r) => [String(r.n), shortDate(r.scadenza), ...importi(r)]),
    ['Totale', ...importi({ ...sums, capitale_cent: sums.importo_cent - sums.interessi_cent })],
  ];
}
