/** Where a form ends: the citizen checks the summary before it is sent. */
import { Callout } from '../../../ui/form/Callout.tsx';
import { Summary, type SummaryBlock } from '../../../ui/form/Summary.tsx';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import type { FormValues } from './form.ts';

type Props = { values: FormValues; allegati: readonly ShownAllegato[]; blocks: SummaryBlock[] };

/** Third step: all data on one screen. Without JavaScript what stands here is what is sent. */
export function SummaryStep({ values, allegati, blocks }: Props) {
  return (
    <>
      <Callout kind="warning" title="Attenzione">
        <p>Le informazioni che hai fornito hanno valore di dichiarazione. Verifica che siano corrette.</p>
      </Callout>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="filesAllegati" value={allegati.map((f) => f.Id).join(',')} />
      <Summary blocks={blocks} />
    </>
  );
}
