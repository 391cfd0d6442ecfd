/** Where a form ends: the citizen checks the summary before it is sent. */
import { Callout } from '../../../ui/form/Callout.tsx';
import { Summary, type SummaryBlock } from '../../../ui/form/Summary.tsx';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import type { Valori } from './modulo.ts';

type Props = { valori: Valori; allegati: readonly AllegatoMostrato[]; blocchi: SummaryBlock[] };

/** Third step: all data on one screen. Without JavaScript what stands here is what is sent. */
export function PassoRiepilogo({ valori, allegati, blocchi }: Props) {
  return (
    <>
      <Callout kind="warning" title="Attenzione">
        <p>Le informazioni che hai fornito hanno valore di dichiarazione. Verifica che siano corrette.</p>
      </Callout>
      {Object.entries(valori).map(([nome, valore]) => (
        <input key={nome} type="hidden" name={nome} value={valore} />
      ))}
      <input type="hidden" name="filesAllegati" value={allegati.map((f) => f.Id).join(',')} />
      <Summary blocks={blocchi} />
    </>
  );
}
