/** Shows a piano with its total and interest, in the form and in the summary before the request is sent. */
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { FigureTable } from '../../../ui/FigureTable.tsx';
import { type Rata, sumPiano } from './piano.ts';
import { pianoTable } from './piano-table.ts';

/** The total first, then the table. */
export function Piano({ rate }: { rate: readonly Rata[] }) {
  const { importo_cent, interessi_cent } = sumPiano(rate);
  return (
    <>
      <p>
        <strong>
          {rate.length} rate, {formatEuro(importo_cent)} in tutto
          {interessi_cent > 0 && `, di cui ${formatEuro(interessi_cent)} di interessi`}
        </strong>
      </p>
      <FigureTable label="Piano" rows={pianoTable(rate)} />
    </>
  );
}
