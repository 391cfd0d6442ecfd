/** Shows a plan in words, as bars and as a table, in the form and in the summary before the request is sent. */
import { FigureTable } from '../../../ui/FigureTable.tsx';
import { PianoBars } from './PianoBars.tsx';
import type { PianoDocumento, Rata } from './piano.ts';
import { pianoTable } from './piano-table.ts';
import { earlierInWords, pianoInWords } from './piano-words.ts';

/** More rows would push what follows out of sight on a phone. */
const MAX_SHOWN = 6;

/** @property foldable a long table is folded, because the form goes on below it */
type Props = { rate: readonly Rata[]; documenti: readonly PianoDocumento[]; foldable?: true };

export function Piano({ rate, documenti, foldable }: Props) {
  const table = <FigureTable label="Piano" rows={pianoTable(rate)} />;
  return (
    <>
      <p>
        <strong>{pianoInWords(rate)}</strong>
      </p>
      {earlierInWords(rate, documenti).map((text) => (
        <p key={text}>{text}</p>
      ))}
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
