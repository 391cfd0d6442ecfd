/** Shows a plan in words, as bars and as a table, in the form and in the summary before the request is sent. */
import { FigureTable } from '../../../ui/FigureTable.tsx';
import { PianoBars } from './PianoBars.tsx';
import type { Rata } from './piano.ts';
import { pianoTable } from './piano-table.ts';
import { pianoInWords } from './piano-words.ts';

/** More rows would push what follows out of sight on a phone. */
const MAX_SHOWN = 6;

/** @param props.foldable a long table is folded, because the form goes on below it */
export function Piano({ rate, foldable }: { rate: readonly Rata[]; foldable?: true }) {
  const table = <FigureTable label="Piano" rows={pianoTable(rate)} />;
  return (
    <>
      <p>
        <strong>{pianoInWords(rate)}</strong>
      </p>
      <PianoBars rate={rate} />
      {foldable && rate.length > MAX_SHOWN ? (
        <details>
          <summary>Le {rate.length} rate una per una</summary>
          {table}
        </details>
      ) : (
        table
      )}
    </>
  );
}
