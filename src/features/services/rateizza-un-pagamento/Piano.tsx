/** Shows a piano with its total and interest, in the form and in the summary before the request is sent. */
import { euro } from '../../../platform/atoms/euro.ts';
import { Tabella } from '../../../ui/Tabella.tsx';
import { type Rata, sommaPiano } from './piano.ts';
import { pianoInTabella } from './tabella.ts';

/** The plan on screen: what it comes to, then the table. */
export function Piano({ rate }: { rate: readonly Rata[] }) {
  const { importo_cent, interessi_cent } = sommaPiano(rate);
  return (
    <>
      <p>
        <strong>
          {rate.length} rate, {euro(importo_cent)} in tutto
          {interessi_cent > 0 && `, di cui ${euro(interessi_cent)} di interessi`}
        </strong>
      </p>
      <Tabella nome="Piano" righe={pianoInTabella(rate)} />
    </>
  );
}
